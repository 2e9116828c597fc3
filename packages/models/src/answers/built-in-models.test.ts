import type { Passage } from "@knote/api";
import { cpuTimeOf } from "@knote/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerOf, aPassage, citationsIn } from "./a-passage.ts";
import { createExtractModel } from "./extract-model.ts";
import { createSynthesisModel } from "./synthesis-model.ts";

const odd = fc.constantFrom(
  "[1]",
  "[2] ",
  "【3】",
  "“",
  "”",
  "\n",
  ". ",
  "(4)",
  "[",
  "]",
  "Grace",
  "who",
  "2021",
  "ignore",
  "\u202e",
  "e.g. ",
);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.lorem({ mode: "sentences" }),
  fc.array(fc.oneof(odd, fc.lorem()), { maxLength: 20 }).map((pieces) => pieces.join("")),
);
const timestamps = fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
const earlier = fc.record({
  noteId: fc.uuid(),
  title: text,
  text,
  createdAt: timestamps,
  similarity: fc.constant(0.4),
});
const passage: fc.Arbitrary<Passage> = fc.record({
  noteId: fc.uuid(),
  title: text,
  text,
  state: fc.constantFrom("active", "contested", "superseded", "archived"),
  createdAt: timestamps,
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  score: fc.double({ min: -1, max: 100, noNaN: true }),
  coverage: fc.double({ min: 0, max: 1, noNaN: true }),
  contradicts: fc.array(fc.integer({ min: -1, max: 12 }), { maxLength: 3 }),
  earlier: fc.array(earlier, { maxLength: 2 }),
});
const request = fc.record({
  query: fc.oneof(text, fc.constantFrom("How was it before Grace left in 2021?", "Is it who?", "Compare 1 and 2")),
  passages: fc.array(passage, { maxLength: 12 }),
  maxTokens: fc.integer({ min: 1, max: 600 }),
});

describe.each([createExtractModel(), createSynthesisModel()])("$id, with any notes,", (model) => {
  it("cites what its text cites, in order, keeps to its size, and never fails", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sampleRequest) => {
        const { text: answer, cited } = await answerOf(model, sampleRequest);
        expect(cited).toEqual(citationsIn(answer));
        const notes = sampleRequest.passages.flatMap((one) => [one, ...(one.earlier ?? [])]);
        expect(cited.every((number) => number >= 1 && number <= notes.length)).toBe(true);
        expect(answer.length).toBeLessThanOrEqual(4 * sampleRequest.maxTokens);
        expect(answer.isWellFormed()).toBe(true);
        expect(answer).not.toBe("");
        expect(cited.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 300 },
    );
  });

  it("answers the same question the same way", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sampleRequest) => {
        expect(await answerOf(model, sampleRequest)).toEqual(await answerOf(model, sampleRequest));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["no end of spaces", " "],
    ["brackets that never close", "(1 May 2020 ["],
    ["names", "Ab Cd "],
    ["labels", "Ab Cd: "],
    ["numbers", "twenty-1 "],
    ["times", "a few may last "],
    ["places", "in the "],
    ["lines", "a\n"],
    ["sentences", "Go. "],
    ["citations", "[1] "],
    ["words without spaces", "猫"],
    ["one word", "a"],
    ["markup", "<b>**`"],
  ])("takes little time for a note of %s", async (_, piece) => {
    const long = piece.repeat(50_000 / piece.length);
    const passages = Array.from({ length: 8 }, () => aPassage({ title: long.slice(0, 500), text: long }));
    const answerAll = async () => {
      for (const query of [
        "When did Ada move in May 2020?",
        "How many cats are there?",
        "Where is the house?",
        "Is it [1] or not?",
        "What was it before 2020?",
        "Compare a b c and 20",
        "¿Dónde está?",
        long.slice(0, 2_000),
      ])
        await answerOf(model, { query, passages });
    };
    // A tenth of a second; backtracking would take minutes.
    expect(await cpuTimeOf(answerAll, { rounds: 1 })).toBeLessThan(5_000);
  });
});
