import { LIMITS } from "@knote/contract";
import { expect, it } from "vitest";
import { anEpisode, aFact } from "../testing/an-episode.ts";
import { writesOf } from "./meme-writes.ts";

const NOW = Date.UTC(2026, 10, 23);

it("writes a note a day, and supersedes what an update or a change replaces", () => {
  const before = writesOf(anEpisode(), "before", "off", NOW);
  expect(before.notes.map(({ key, title }) => [key, title])).toEqual([
    ["fact-0", "Our lead is Seokjin Kang."],
    ["fact-1", "Code reviews go to Seoyun Choi, as our lead wants; if the lead changes, this changes."],
    ["fact-2", "If the lead changes, code reviews go to Jisoo Lim."],
    ["fact-3", "The kettle is red."],
    ["fact-4", "Update: The kettle is blue."],
    ["fact-5", "Our channel is #owls."],
  ]);
  expect(before.notes[0]!.created_at).toBe("2026-11-15T00:00:00.000Z");
  expect(before.links).toEqual([{ source: "fact-4", target: "fact-3", relation: "supersedes" }]);
  expect(before.deletions).toEqual([]);
  const after = writesOf(anEpisode(), "after", "off", NOW);
  expect(after.notes.map(({ key }) => key)).toEqual(["fact-6"]);
  expect(after.links).toEqual([{ source: "fact-6", target: "fact-0", relation: "supersedes" }]);
  expect(after.deletions).toEqual(["fact-5"]);
});

it("links what the text says that it rests on, in one arm only, and never to a rule", () => {
  const rests = (arm: "on" | "found") =>
    writesOf(anEpisode(), "before", arm, NOW).links.filter(({ relation }) => relation === "depends_on");
  expect(rests("found")).toEqual([]);
  expect(rests("on").map(({ source, target }) => [source, target])).toEqual([
    ["fact-1", "fact-0"],
    ["fact-2", "fact-0"],
  ]);
  const facts = [...anEpisode().facts.slice(0, 3), aFact(3, { text: "Reviews take a day.", rests_on: "reviewer" })];
  expect(writesOf(anEpisode({ facts }), "before", "on", NOW).links.at(-1)).toEqual({
    source: "fact-3",
    target: "fact-1",
    relation: "depends_on",
  });
});

it("takes the first line as title where the text is too long for one, and keeps the text", () => {
  const text = `Remember this:\n${"x".repeat(LIMITS.titleLength)}`;
  const [note] = writesOf(anEpisode({ facts: [aFact(0, { text })] }), "before", "off", NOW).notes;
  expect(note).toMatchObject({ title: "Remember this:", content: text });
  const line = "x".repeat(LIMITS.titleLength);
  const [short] = writesOf(anEpisode({ facts: [aFact(0, { text: line })] }), "before", "off", NOW).notes;
  expect(short).toMatchObject({ title: line, content: line });
});

it("refuses to delete what no fact tells", () => {
  const facts = [aFact(0, { kind: "delete", entity: "nothing" })];
  expect(() => writesOf(anEpisode({ facts }), "before", "off", NOW)).toThrow("deletes nothing, which no fact tells");
});
