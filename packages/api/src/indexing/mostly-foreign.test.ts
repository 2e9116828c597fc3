import { describe, expect, it } from "vitest";
import { DEMO_NOTES } from "../demo/demo-content.ts";
import type { NoteText } from "../ports/storage.ts";
import { areMostlyForeign } from "./mostly-foreign.ts";

const ENGLISH = "The owls of the forest hunt at night, and they sleep in the day.";
const GERMAN = "Die Eulen des Waldes jagen in der Nacht und schlafen am Tag in hohlen Bäumen.";

function* repeat(content: string, count: number): Generator<NoteText> {
  for (let note = 0; note < count; note++) yield { title: "Eulen", content };
}

async function* inTurn(...groups: Iterable<NoteText>[]): AsyncGenerator<NoteText> {
  for (const group of groups) yield* group;
}

describe("notes", () => {
  it.each<[string, boolean, [string, number][]]>([
    [
      "are mostly foreign when more of them are not English",
      true,
      [
        [ENGLISH, 9],
        [GERMAN, 11],
      ],
    ],
    [
      "are not when as many are English",
      false,
      [
        [ENGLISH, 10],
        [GERMAN, 10],
      ],
    ],
    ["are not when too few can be told", false, [[GERMAN, 19]]],
    ["are once enough can be told", true, [[GERMAN, 20]]],
    ["are not told by notes of a few words", false, [["Eulen jagen.", 400]]],
    [
      "are told by the first 500",
      false,
      [
        [ENGLISH, 300],
        [GERMAN, 400],
      ],
    ],
  ])("%s", async (_, isForeign, groups) => {
    const texts = inTurn(...groups.map(([content, count]) => repeat(content, count)));
    expect(await areMostlyForeign(texts)).toBe(isForeign);
  });

  it("of the demo do not count", async () => {
    expect(await areMostlyForeign(inTurn(DEMO_NOTES, repeat(GERMAN, 19)))).toBe(false);
    expect(await areMostlyForeign(inTurn(DEMO_NOTES, repeat(GERMAN, 20)))).toBe(true);
  });
});
