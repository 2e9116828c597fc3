import type { ActivityEvent } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useActivityStream } from "../remote/activity/activity-provider.tsx";
import { useTRPC, useTRPCClient } from "../remote/trpc.ts";
import type { GraphData } from "./graph-data.ts";
import { loadGraph } from "./load-graph.ts";
import { refreshGraph } from "./refresh-graph.ts";

/** Events often come several at once. */
const GATHER_MS = 300;
/** What is on its way has arrived by then. */
const SETTLE_MS = 3_000;
const GRAPH = ["whole-graph"];
const PROGRESS = ["whole-graph-progress"];

/** The whole graph, kept up to date with what happens. `loaded` counts the notes that are there while it is read. */
export function useGraph() {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: GRAPH,
    // What happened while nobody looked was not followed.
    refetchOnMount: "always",
    structuralSharing: false,
    queryFn: ({ signal }) =>
      loadGraph(client, { signal, onProgress: (notes) => queryClient.setQueryData(PROGRESS, notes) }),
  });
  const { data: loaded } = useQuery<number>({ queryKey: PROGRESS, enabled: false, initialData: 0 });
  const isRead = query.data !== undefined && !query.isFetching;
  useFollowing();
  useCounting(isRead, query.data);
  return { graph: query.data, error: query.error, refetch: query.refetch, loaded };
}

/** Reads all again when the counts stay different: bringing a note back, for one, is told by no event. */
function useCounting(ready: boolean, graph: GraphData | undefined): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: stats, dataUpdatedAt } = useQuery(trpc.graph.stats.queryOptions());
  const differs =
    graph && stats && (stats.total_notes !== graph.notes.length || stats.total_links !== graph.links.length);
  useEffect(() => {
    if (!ready || !differs) return;
    const timer = setTimeout(() => {
      if (queryClient.isFetching(trpc.graph.pathFilter()) > 0) return;
      void queryClient.invalidateQueries({ queryKey: GRAPH });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [ready, differs, dataUpdatedAt, queryClient, trpc]);
}

/** Applies events to the graph in the order they come, a few at a time; those that come while it is read wait. */
function useFollowing(): void {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const stream = useActivityStream();
  useEffect(() => {
    if (!stream) return;
    let waiting: ActivityEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const applySoon = (): void => void (timer ??= setTimeout(() => void apply(), GATHER_MS));

    async function apply(): Promise<void> {
      const events = waiting;
      const data = queryClient.getQueryData<GraphData>(GRAPH);
      if (data && queryClient.isFetching({ queryKey: GRAPH }) === 0) {
        waiting = [];
        const next = await refreshGraph(client, data, events).catch(() => null);
        // Read again meanwhile: what is there now may be newer, or lack them.
        if (queryClient.getQueryData(GRAPH) !== data) waiting = [...events, ...waiting];
        else if (next) queryClient.setQueryData(GRAPH, next);
        else await queryClient.invalidateQueries({ queryKey: GRAPH });
      }
      timer = undefined;
      if (waiting.length > 0) applySoon();
    }
    const stop = stream.onEvent(({ event }) => {
      if (!CHANGES_GRAPH.has(event.type)) return;
      waiting.push(event);
      applySoon();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [stream, client, queryClient]);
}

const CHANGES_GRAPH: ReadonlySet<ActivityEvent["type"]> = new Set([
  "note_created",
  "note_linked",
  "note_updated",
  "note_deleted",
  "note_restored",
  "note_unlinked",
  "import_progress",
]);
