import { NOTE_STATES, NOTE_TYPES, RELATIONS } from "@knote/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Draft, NearNote } from "./draft.ts";
import { applyRules } from "./rules.ts";
import { aDraft, nearNote } from "./testing/near-note.ts";

const LONGEST = 50_000;
/** What slow patterns are slow over, and what looks like the rules' own words. */
const PIECES = [
  " ",
  ".",
  "if ",
  "if i change ",
  "because of ",
  "(1",
  "and a ",
  "; x is ",
  "a's ",
  "not ",
  "1 ",
  "日本",
  "é",
];
const word = fc.constantFrom(
  "owls",
  "hunt",
  "not",
  "3",
  "Ada",
  "and",
  "is",
  "if",
  "changes",
  "because",
  "of",
  "🦉",
  ".",
);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(word, { maxLength: 30 }).map((words) => words.join(" ")),
);
const draft: fc.Arbitrary<Draft> = fc.record({
  id: fc.option(fc.uuid()),
  title: text,
  content: fc.option(text),
  noteType: fc.option(fc.constantFrom(...NOTE_TYPES)),
  support: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
});
const near: fc.Arbitrary<NearNote> = fc.record({
  id: fc.uuid(),
  title: text,
  content: text,
  state: fc.constantFrom(...NOTE_STATES),
  needsReview: fc.boolean(),
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  heads: fc.array(fc.record({ id: fc.uuid(), title: text }), { maxLength: 2 }),
  relations: fc.uniqueArray(fc.constantFrom(...RELATIONS), { maxLength: 2 }).map((all) => new Set(all)),
});

it("finds something or nothing in any text, the same each time, about the given notes and inside the fields", async () => {
  await fc.assert(
    fc.asyncProperty(draft, fc.array(near, { maxLength: 6 }), async (one, notes) => {
      const findings = await applyRules(one, notes);
      expect(await applyRules(one, notes)).toEqual(findings);
      const ids = notes.flatMap(({ id, heads }) => [id, ...heads.map((head) => head.id)]);
      for (const { notes: about = [], span, offer, message } of findings) {
        expect(message).not.toBe("");
        for (const note of about) expect(notes).toContain(note);
        if (offer) expect(ids).toContain(offer.target_id);
        if (span === undefined) continue;
        expect(span.start).toBeLessThan(span.end);
        expect(span.end).toBeLessThanOrEqual(one[span.field]!.length);
      }
    }),
  );
});

it.each(PIECES)("reads only the beginning of 300 notes of 50,000 characters: %j", async (piece) => {
  const long = `x ${piece.repeat(LONGEST)}`.slice(0, LONGEST);
  const reads = new Map<string, number>();
  const notes = (content: string) =>
    Array.from({ length: 300 }, (_, index) => {
      const note = nearNote(`${long.slice(0, 290)} ${index}`, { id: `id ${index}` });
      return {
        ...note,
        get content() {
          reads.set(note.id, (reads.get(note.id) ?? 0) + 1);
          return content;
        },
      };
    });
  const findings = await applyRules(aDraft(long.slice(0, 300), { content: long }), notes(long));
  expect(Math.max(...reads.values(), 0)).toBeLessThanOrEqual(1);
  const short = await applyRules(
    aDraft(long.slice(0, 300), { content: long.slice(0, 20_000) }),
    notes(long.slice(0, 8_000)),
  );
  const outline = (all: typeof findings) => all.map(({ rule, message, span }) => ({ rule, message, span }));
  expect(outline(findings)).toEqual(outline(short));
});
