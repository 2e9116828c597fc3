import type { AppRouter } from "@knote/api";
import { createTRPCClient, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, it } from "vitest";
import { problemOf } from "../../kit/errors.ts";
import type { PastFacts } from "./past-facts.ts";
import { readPast, refuseWritesInPast } from "./past-links.ts";

const NOTE = { title: "A", content: "B", note_type: "fact" } as const;

/** A client whose calls end at a list, and are answered with the header. */
function aClient(links: readonly TRPCLink<AppRouter>[], header = "") {
  const calls: (readonly [path: string, input: unknown])[] = [];
  const end: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        calls.push([op.path, op.input]);
        const response = new Response(null, { headers: { "X-As-Of": header } });
        observer.next({ result: { data: null }, context: { response } });
        observer.complete();
      });
  return { client: createTRPCClient<AppRouter>({ links: [...links, end] }), calls };
}

it("sends no write in the past, and says why", async () => {
  const { client, calls } = aClient([refuseWritesInPast(() => true)]);
  const writes = [
    () => client.notes.create.mutate(NOTE),
    () => client.notes.delete.mutate({ id: "1" }),
    () => client.links.create.mutate({ source_id: "1", target_id: "2", relation: "extends" }),
    () => client.recall.ask.mutate({ query: "Why?" }),
  ];
  for (const write of writes) {
    const error: unknown = await write().catch((reason: unknown) => reason);
    expect(problemOf(error)).toEqual({
      kind: "refused",
      message: "This is the past: nothing can be changed here. Go back to now first.",
      requestId: null,
    });
  }
  expect(calls).toEqual([]);
});

it("lets reads through, and questions about the past", async () => {
  const { client, calls } = aClient([refuseWritesInPast(() => true)]);
  await client.quota.get.query();
  await client.recall.ask.mutate({ query: "Why?", as_of: "2026-03-01" });
  expect(calls.map(([path]) => path)).toEqual(["quota.get", "recall.ask"]);
});

it("looks at each call again whether it is the past", async () => {
  let isPast = true;
  const { client, calls } = aClient([refuseWritesInPast(() => isPast)]);
  await expect(client.notes.delete.mutate({ id: "1" })).rejects.toThrow();
  isPast = false;
  await client.notes.delete.mutate({ id: "1" });
  expect(calls).toEqual([["notes.delete", { id: "1" }]]);
});

it("asks for the time where it can be asked for, and reports what the answers say", async () => {
  const reports: PastFacts[] = [];
  const procedures = ["notes.list", "recall.ask"];
  const links = [
    readPast({ asOf: "2026-03-01", procedures, onFacts: (facts) => reports.push(facts) }),
    refuseWritesInPast(() => true),
  ];
  const { client, calls } = aClient(links, "2026-03-01T23:59:59.999Z; changed=2; by-present-text=0");
  await client.notes.list.query({ limit: 5 });
  await client.recall.ask.mutate({ query: "Why?" });
  expect(reports).toHaveLength(2);
  await client.notes.history.query({ id: "1" });
  await client.quota.get.query();
  expect(calls).toEqual([
    ["notes.list", { limit: 5, as_of: "2026-03-01" }],
    ["recall.ask", { query: "Why?", as_of: "2026-03-01" }],
    ["notes.history", { id: "1" }],
    ["quota.get", undefined],
  ]);
  expect(reports).toEqual(Array.from({ length: 2 }, () => ({ changes: 2, byPresentText: 0, keptSince: null })));
});
