import { NOTE_TYPES, RELATIONS, type Link } from "@knote/contract";
import fc from "fast-check";
import { pairKey, type Graph, type GraphNote } from "../graph/graph.ts";

/** Texts that file names, YAML, Markdown and link syntax have trouble with. */
const HOSTILE = [
  "---",
  "...",
  "[[A]]",
  "[[A|b]]",
  "[x](A.md)",
  "con",
  "CON.txt",
  "aux.md",
  "A.md",
  "a",
  "A",
  "\u00e4",
  "a\u0308",
  "\u1e9e",
  "\ufb01x",
  ".hidden",
  "dot.",
  "x".repeat(300),
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(30),
  "Why: a title",
  "no",
  "null",
  "1e3",
  "12:30",
  "2026-03-01",
  "#tag",
  "50% %% off",
  "a/b\\c",
  "a|b",
  'say "hi"',
  "it's",
  "* x",
  "> q",
  "- y",
  "? q",
  "!tag",
  "&amp",
  "@at",
  "`code`",
  "a\nb",
  "a\r\nb",
  "tab\there",
  "\u200d",
  "\u202e rtl",
  "\u2028line",
  "\u0085nel",
  "\ufeffbom",
  "C#",
  "a^b",
  "{{title}}",
  "README",
  "index",
  "knote",
  "\u0645\u0631\u062d\u0628\u0627",
  "\u65e5\u672c\u8a9e",
  "=",
  "<<",
  "~",
  "a: b",
  "Key:: v",
  "z\u0300\u0301\u0302".repeat(60),
  "..",
  "a  b",
  "x (2)",
  "x",
];
const CONTENTS = [
  "---\na: b\n---\n",
  "```\n[[A]]\n```",
  "~~~\n[[a]]",
  "    [[A]]",
  "# Heading\n\ntext",
  "a\r\nb\r\n[[A]]",
  "%%[[A]]%%",
  "$$[[A]]$$",
  "| [[A\\|b]] |\n|-|\n",
  "<div>[[A]]</div>",
  "`[[A]]`",
  "- extends [[A]]",
  "extends:: [[A]]",
  "![[A]]",
  "[[A#h|b]]",
  "[t](A.md#h)",
  "\ufeffx",
  "[[A",
  "]]",
];

const wellFormed = fc.string({ unit: "grapheme", maxLength: 40 });
const nonEmpty = (text: string) => text.trim() !== "" && !text.includes("\0") && text.isWellFormed();
const shortText = (most: number) => (text: string) => [...text.trim()].slice(0, most).join("").trim();
const title = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
    wellFormed,
    fc.tuple(fc.constantFrom(...HOSTILE), wellFormed).map((parts) => parts.join(" ")),
  )
  .map(shortText(300))
  .filter(nonEmpty);
const time = fc
  .date({ min: new Date(0), max: new Date("2026-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const tags = fc.uniqueArray(title.map(shortText(64)).filter(nonEmpty), {
  maxLength: 4,
  selector: (tag) => tag.toLowerCase(),
});

function content(titles: readonly string[]) {
  const link = fc.constantFrom(...titles).map((one) => `see [[${one}]]`);
  return fc
    .array(fc.oneof(fc.constantFrom(...CONTENTS), wellFormed, link), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("\n").trim())
    .filter(nonEmpty);
}

/** Random graphs whose notes are as hostile to files as the contract lets them be. */
export const anyGraph: fc.Arbitrary<Graph> = fc.array(title, { minLength: 1, maxLength: 8 }).chain((titles) => {
  const notes = fc.tuple(...titles.map((one, index) => anyNote(one, index, titles)));
  const end = fc.nat({ max: titles.length - 1 });
  const links = fc.array(fc.tuple(end, end, fc.constantFrom(...RELATIONS), time), { maxLength: 10 });
  return fc.tuple(notes, links).map(([allNotes, ends]): Graph => ({ notes: allNotes, links: linksOf(allNotes, ends) }));
});

function anyNote(noteTitle: string, index: number, titles: readonly string[]): fc.Arbitrary<GraphNote> {
  return fc.record({
    id: fc.constant(`0195cf6a-7c00-7000-8000-${String(index).padStart(12, "0")}`),
    title: fc.constant(noteTitle),
    content: content(titles),
    note_type: fc.constantFrom(...NOTE_TYPES),
    tags,
    // JSON has no negative zero.
    importance: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    archived: fc.boolean(),
    created_at: time,
    updated_at: time,
  });
}

function linksOf(
  notes: readonly GraphNote[],
  ends: readonly (readonly [number, number, Link["relation"], string])[],
): Link[] {
  const links = new Map<string, Link>();
  for (const [from, to, relation, created_at] of ends) {
    const [source_id, target_id] = [notes[from]!.id, notes[to]!.id];
    if (from === to) continue;
    const key = relation === "relates_to" ? pairKey(source_id, target_id) : `${source_id}\n${target_id}`;
    links.set(`${relation}\n${key}`, { source_id, target_id, relation, created_at });
  }
  return [...links.values()];
}
