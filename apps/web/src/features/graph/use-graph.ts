import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { type LoadedGraph, loadGraph } from "./load-graph.ts";

const PROGRESS = ["graph-progress"];

/**
 * Loads the whole graph; after events it loads only the changes. `loaded` is the number of notes received while the
 * first load runs.
 */
export function useGraph() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.graph.snapshot.pathKey();
  const { data, error, refetch } = useQuery({
    queryKey,
    structuralSharing: false,
    queryFn: ({ signal }) =>
      loadGraph(client, {
        cachedGraph: queryClient.getQueryData<LoadedGraph>(queryKey),
        signal,
        onProgress: (notes) => queryClient.setQueryData(PROGRESS, notes),
      }),
  });
  const { data: loadedNotes } = useQuery<number>({ queryKey: PROGRESS, enabled: false, initialData: 0 });
  return { graph: data, error, refetch, loadedNotes };
}
