import type { ActivityList } from "@knote/contract";
import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";
import type { useTRPC } from "../trpc.ts";
import type { StreamedEvent } from "./shared-stream.ts";

type Trpc = ReturnType<typeof useTRPC>;

/** Query for the recent activity, which every page keeps. */
export const RECENT = { limit: 100, note_ids: true } as const;
/** Query of the activity page: all entries that the server keeps. */
export const HISTORY = { limit: 1_000, note_ids: true } as const;
/** Events often come in bursts; the queries that a burst makes stale are refetched together. */
const GATHER_MS = 250;

/** Returns the keys of all queries that a change to notes or links makes stale. */
export function keysOfNotes(trpc: Trpc): readonly QueryKey[] {
  const { changes, notes, links, graph, recall, reviews, stances, tend } = trpc;
  const parts = [changes, notes, links, graph, reviews, stances, recall.sources, tend.waiting, tend.contested];
  return parts.map((part) => part.pathKey());
}

/** Returns the keys of all queries that a look makes stale. Lists of notes can be filtered by what needs review. */
export function keysOfReviews({ changes, graph, notes, reviews, stances, tend }: Trpc): readonly QueryKey[] {
  const counts = [tend.waiting.queryKey(), graph.health.queryKey(), graph.shaking.pathKey()];
  return [changes.pathKey(), reviews.pathKey(), stances.pathKey(), ...counts, [...notes.pathKey(), "version"]];
}

/** Returns a function that updates the page's data after an event, from this tab or anywhere else. */
export function createEventApplier(queryClient: QueryClient, trpc: Trpc): (event: StreamedEvent) => void {
  // A graph loaded before the stream started may lack an event from in between.
  const stale = new Set<string>(["snapshot"]);
  const filters: Record<string, QueryFilters> = {
    notes: trpc.notes.pathFilter(),
    links: trpc.links.pathFilter(),
    stats: trpc.graph.stats.queryFilter(),
    snapshot: trpc.graph.snapshot.pathFilter(),
    sources: trpc.recall.sources.pathFilter(),
    quota: trpc.quota.get.queryFilter(),
    indexing: trpc.tend.indexing.queryFilter(),
    waiting: trpc.tend.waiting.queryFilter(),
    contested: trpc.tend.contested.pathFilter(),
    reviews: trpc.reviews.pathFilter(),
    stances: trpc.stances.pathFilter(),
    changes: trpc.changes.pathFilter(),
    health: trpc.graph.health.queryFilter(),
    shaking: trpc.graph.shaking.pathFilter(),
    webhooks: trpc.webhooks.pathFilter(),
    deliveries: trpc.webhooks.deliveries.pathFilter(),
  };
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(refresh, GATHER_MS);

  function refresh(): void {
    if (queryClient.isMutating() > 0) {
      timer = setTimeout(refresh, GATHER_MS);
      return;
    }
    for (const name of stale) {
      // A load under way may lack the event, but restarting it costs too much: it is refreshed once it ends.
      if (name === "snapshot" && queryClient.isFetching(filters[name]) > 0) continue;
      stale.delete(name);
      void queryClient.invalidateQueries(filters[name]);
    }
    timer = stale.size > 0 ? setTimeout(refresh, GATHER_MS) : undefined;
  }

  return (streamedEvent) => {
    for (const input of [RECENT, HISTORY]) {
      const key = trpc.activity.list.queryKey(input);
      queryClient.setQueryData<ActivityList>(key, (list) => list && prepend(list, streamedEvent, input.limit));
    }
    for (const name of staleQueriesAfter(streamedEvent)) stale.add(name);
    timer ??= setTimeout(refresh, GATHER_MS);
  };
}

function prepend({ events }: ActivityList, { id, event }: StreamedEvent, limit: number): ActivityList {
  if (events.some((other) => other.id === id)) return { events };
  return { events: [{ id, event: event.type, data: event }, ...events].slice(0, limit) };
}

function staleQueriesAfter({ event }: StreamedEvent): string[] {
  switch (event.type) {
    case "recall_query":
    case "model_used":
    case "quota_warning":
      return ["quota", "deliveries"];
    case "webhook_failing":
    case "webhook_stopped":
      return ["webhooks"];
    case "note_created":
      // A new note has no contradictions yet.
      return ["notes", "links", "stats", "snapshot", "indexing", "stances", "health", "changes", "deliveries"];
    default:
      return [
        "notes",
        "links",
        "stats",
        "snapshot",
        "sources",
        "indexing",
        "waiting",
        "contested",
        "reviews",
        "stances",
        "health",
        "shaking",
        "changes",
        "deliveries",
      ];
  }
}
