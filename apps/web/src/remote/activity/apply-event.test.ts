import type { AppRouter } from "@knote/api";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createToasts } from "../../kit/toasts/toasts.ts";
import { act } from "../act.ts";
import { createEventApplier } from "./apply-event.ts";
import type { StreamedEvent } from "./shared-stream.ts";

const DELETED_EVENT = { id: "1-1", event: { type: "note_deleted" } } as StreamedEvent;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function givenPage() {
  const queryClient = new QueryClient();
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "http://127.0.0.1:9/trpc" })] });
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  const queryKey = trpc.tend.contested.queryKey();
  queryClient.setQueryData(queryKey, { pairs: [], total: 0, next: null });
  const graph = { queryKey: trpc.graph.snapshot.pathKey() };
  return {
    graph: { ...graph, isStale: () => queryClient.getQueryState(graph.queryKey)?.isInvalidated },
    services: { queryClient, toasts: createToasts() },
    apply: createEventApplier(queryClient, trpc),
    isStale: () => queryClient.getQueryState(queryKey)?.isInvalidated,
  };
}

it("marks queries that an event affects as stale, a moment later", async () => {
  const { apply, isStale } = givenPage();
  apply(DELETED_EVENT);
  expect(isStale()).toBe(false);
  await vi.advanceTimersByTimeAsync(250);
  expect(isStale()).toBe(true);
});

it("waits for a running action of the user, as a response could still show the old state", async () => {
  const { services, apply, isStale } = givenPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const acting = act(services, { run: () => promise });
  apply(DELETED_EVENT);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStale()).toBe(false);
  resolve();
  await acting;
  await vi.advanceTimersByTimeAsync(250);
  expect(isStale()).toBe(true);
});

it("marks the graph as stale once at the start, since it may lack an event from before the stream", async () => {
  const { services, graph } = givenPage();
  services.queryClient.setQueryData(graph.queryKey, {});
  await vi.advanceTimersByTimeAsync(250);
  expect(graph.isStale()).toBe(true);
  services.queryClient.setQueryData(graph.queryKey, {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(graph.isStale()).toBe(false);
});

it("does not restart a load of the graph, but marks the graph as stale afterwards", async () => {
  const { services, graph, apply } = givenPage();
  const { promise, resolve } = Promise.withResolvers<object>();
  let readings = 0;
  void services.queryClient.prefetchQuery({ ...graph, queryFn: () => (readings++, promise) });
  apply(DELETED_EVENT);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([readings, graph.isStale()]).toEqual([1, false]);
  resolve({});
  await vi.advanceTimersByTimeAsync(250);
  expect([readings, graph.isStale()]).toEqual([1, true]);
});
