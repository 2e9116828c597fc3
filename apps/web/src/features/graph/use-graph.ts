import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { loadPastGraph } from "./load-past-graph.ts";
import { type LoadedGraph, loadGraph } from "./load-graph.ts";

const PROGRESS = ["graph-progress"];

/**
 * Loads the whole graph, of the present or of the shown time; after events it loads only the changes. `loaded` is the number of notes received while the
 * first load runs.
 */
export function useGraph() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { asOf } = useAsOf();
  const queryKey = trpc.graph.snapshot.pathKey();
  const onProgress = (notes: number): void => void queryClient.setQueryData(PROGRESS, notes);
  const { data, error, refetch } = useQuery({
    queryKey,
    structuralSharing: false,
    queryFn: ({ signal }) =>
      asOf === null
        ? loadGraph(client, {
            cachedGraph: queryClient.getQueryData<LoadedGraph>(queryKey),
            signal,
            onProgress,
          })
        : loadPastGraph(client, { signal, onProgress }),
  });
  const { data: loadedNotes } = useQuery<number>({ queryKey: PROGRESS, enabled: false, initialData: 0 });
  return { graph: data, error, refetch, loadedNotes };
}
