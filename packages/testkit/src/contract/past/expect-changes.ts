import { linkKey, titleKey } from "@knote/api";
import type { ChangeKind, GraphChange, Link, Note } from "@knote/contract";
import { expect } from "vitest";
import type { Caller } from "../../callers/test-user.ts";
import { momentOf } from "./history.ts";

/** The graph of a time. */
interface Graph {
  readonly notes: readonly Note[];
  readonly links: readonly Link[];
}

const STATE_KINDS: readonly ChangeKind[] = ["replaced", "contested", "settled", "set_aside", "stands_again"];

/** Expects the changes between two steps to be the differences of their graphs, found by comparing all of both. */
export async function expectChanges(api: Caller, graphs: readonly Graph[], from: number, to: number): Promise<void> {
  const [before, after] = [graphs[from]!, graphs[to]!];
  const changes = await changesBetween(api, from, to);
  const earlier = new Map(before.notes.map((note) => [note.id, note]));
  const pairs = after.notes.flatMap((note) => {
    const other = earlier.get(note.id);
    return other ? [[other, note] as const] : [];
  });
  const idsOf = (kind: ChangeKind) => changes.filter((change) => change.kind === kind).map(({ note }) => note.id);
  expect(idsOf("written").toSorted()).toEqual(sortedIds(after.notes.filter(({ id }) => !earlier.has(id))));
  const claims = pairs.filter(([one, other]) => titleKey(one.title) !== titleKey(other.title));
  expect(idsOf("reworded").toSorted()).toEqual(sortedIds(claims.map(([, note]) => note)));
  const contents = pairs.filter(([one, other]) => one.content !== other.content);
  expect(idsOf("explained").toSorted()).toEqual(sortedIds(contents.map(([, note]) => note)));
  const states = pairs.filter(([one, other]) => one.state !== other.state);
  expect([...statesOf(changes)].toSorted()).toEqual(
    states.map(([one, other]) => [one.id, `${one.state} ${other.state}`]).toSorted(),
  );
  const keysOf = (kind: ChangeKind) =>
    changes
      .filter((change) => change.kind === kind)
      .map(keyOf)
      .toSorted();
  const [keysBefore, keysAfter] = [new Set(before.links.map(linkKey)), new Set(after.links.map(linkKey))];
  expect(keysOf("linked")).toEqual([...keysAfter.difference(keysBefore)].toSorted());
  expect(keysOf("unlinked")).toEqual([...keysBefore.difference(keysAfter)].toSorted());
  for (const { at } of changes) expect(at > momentOf(from) && at <= momentOf(to)).toBe(true);
}

/** Expects that changes of states up to a middle step, and those from it on, make those of the whole time. */
export async function expectComposition(api: Caller, steps: readonly [number, number, number]): Promise<void> {
  const [from, middle, to] = steps;
  const states = async (one: number, other: number) => statesOf(await changesBetween(api, one, other));
  const [first, second, whole] = [await states(from, middle), await states(middle, to), await states(from, to)];
  const newIds = new Set((await changesBetween(api, from, middle)).filter(isWritten).map(({ note }) => note.id));
  const sum = new Map<string, string>();
  for (const id of [...first.keys(), ...second.keys()]) {
    if (newIds.has(id)) continue;
    const [start, over] = (first.get(id) ?? second.get(id)!).split(" ");
    const end = second.get(id)?.split(" ")[1] ?? over;
    if (start !== end) sum.set(id, `${start} ${end}`);
  }
  expect([...sum].toSorted()).toEqual([...whole].toSorted());
}

async function changesBetween(api: Caller, from: number, to: number): Promise<GraphChange[]> {
  const period = { since: momentOf(from), until: momentOf(to), limit: 1_000 };
  const { changes, counts } = await api.changes.list(period);
  // Links of this relation are listed on demand only, and reviews are those of now.
  const plain = [];
  for (const kind of ["linked", "unlinked"] as const)
    plain.push(
      ...(await api.changes.list({ ...period, kind })).changes.filter(({ relation }) => relation === "relates_to"),
    );
  const all = [...changes, ...plain];
  for (const [kind, count] of Object.entries(counts))
    if (kind !== "deleted") expect(all.filter((change) => change.kind === kind)).toHaveLength(count);
  return all.filter(({ kind }) => kind !== "needs_review");
}

function statesOf(changes: readonly GraphChange[]): Map<string, string> {
  const stateChanges = changes.filter(({ kind }) => STATE_KINDS.includes(kind));
  return new Map(stateChanges.map(({ note, from, to }) => [note.id, `${from} ${to}`]));
}

function keyOf({ note, relation, other }: GraphChange): string {
  return linkKey({ source_id: note.id, target_id: other!.id, relation: relation! });
}

function isWritten({ kind }: GraphChange): boolean {
  return kind === "written";
}

function sortedIds(notes: readonly Note[]): string[] {
  return notes.map(({ id }) => id).toSorted();
}
