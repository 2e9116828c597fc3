import { expect, it } from "vitest";
import { bestWindows, type Exclusions, type FoundWindow } from "./best-windows.ts";
import type { NoteStanding } from "../ports/vector-documents.ts";

const LIVE: NoteStanding = { leastRevision: 1, archived: false, createdAt: "2026-03-01T00:00:00.000Z" };

/** Serves windows of falling similarity, named by note and revision. */
function setUp(names: readonly string[], standing: Readonly<Record<string, NoteStanding>>) {
  const windows = names.map((name, index): FoundWindow => {
    const [note, revision] = name.split("@");
    return {
      point: `p${index}`,
      note: note!,
      revision: Number(revision),
      start: index,
      end: index + 1,
      similarity: 1 - index / 1_000,
    };
  });
  const requestLimits: number[] = [];
  const ask = async (limit: number, { notes, points }: Exclusions) => {
    requestLimits.push(limit);
    return windows.filter((one) => !notes.includes(one.note) && !points.includes(one.point)).slice(0, limit);
  };
  const standings = async (ids: readonly string[]) =>
    new Map(ids.flatMap((id) => (standing[id] ? [[id, standing[id]] as const] : [])));
  const isWanted = ({ archived }: NoteStanding) => !archived;
  const best = async (notes: number, first: number) =>
    (await bestWindows({ ask, standing: standings, isWanted, notes, first })).map(({ note, start }) => [note, start]);
  return { best, requestLimits };
}

it("finds the best window of each note with one request when that is enough", async () => {
  const { best, requestLimits } = setUp(["a@1", "a@1", "b@1", "c@1"], { a: LIVE, b: LIVE, c: LIVE });
  expect(await best(2, 10)).toEqual([
    ["a", 0],
    ["b", 2],
  ]);
  expect(requestLimits).toEqual([10]);
});

it("asks again without a long note that took all places", async () => {
  const { best, requestLimits } = setUp([...Array.from({ length: 60 }, () => "long@1"), "b@1"], {
    long: LIVE,
    b: LIVE,
  });
  expect(await best(2, 5)).toEqual([
    ["long", 0],
    ["b", 60],
  ]);
  expect(requestLimits).toHaveLength(2);
});

it("skips unwanted and unknown notes and ends when there are no more", async () => {
  const hiddenNames = Array.from({ length: 500 }, (_, index) => `h${index}@1`);
  const standing = Object.fromEntries(
    hiddenNames.slice(0, 250).map((name) => [name.split("@")[0]!, { ...LIVE, archived: true }]),
  );
  const { best, requestLimits } = setUp([...hiddenNames, "live@1"], { ...standing, live: LIVE });
  expect(await best(3, 20)).toEqual([["live", 500]]);
  expect(requestLimits.length).toBeLessThan(6);
});

it("skips vectors of an earlier text without skipping their note", async () => {
  const { best } = setUp(["a@1", "a@1", "b@2", "a@2"], { a: { ...LIVE, leastRevision: 2 }, b: LIVE });
  expect(await best(2, 2)).toEqual([
    ["b", 2],
    ["a", 3],
  ]);
});

it("returns nothing when there is nothing", async () => {
  const { best, requestLimits } = setUp([], {});
  expect(await best(5, 10)).toEqual([]);
  expect(requestLimits).toEqual([10]);
});
