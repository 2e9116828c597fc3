import { LIMITS, type Proposal } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";
import { relationsByRule } from "../suggestions/relations-by-rule.ts";
import { isNameable } from "../suggestions/named-notes.ts";
import type { NotePair, ProposedLink } from "./proposal-looks.ts";

const SENTENCE_END = /[.!?]\s|\n/g;

/**
 * Returns what rules propose for two notes, from the newer one to the older one. It follows from the two texts alone, so
 * that a decision is about what was listed.
 */
export function proposeByRule({ newer, older }: NotePair, similarity: number): ProposedLink {
  const made_at = newer.claimed_at > older.claimed_at ? newer.claimed_at : older.claimed_at;
  const link = { source_id: newer.id, target_id: older.id, similarity, confidence: null, made_at };
  const byRule = relationsByRule(newer, [older]).get(older.id);
  if (byRule !== undefined) {
    const { relation, rule, quote } = byRule;
    return { ...link, relation, by: `rule:${rule}`, evidence: { note_id: newer.id, quote: shorten(quote) } };
  }
  const evidence = naming(newer, older) ?? naming(older, newer);
  return { ...link, relation: "relates_to", by: evidence === null ? "rule:near" : "rule:named", evidence };
}

/** Returns the sentence of a note that names the other one by its title; null when there is none. */
function naming(note: StoredNote, { title }: StoredNote): Proposal["evidence"] {
  if (!isNameable(title)) return null;
  for (const text of [note.title, note.content]) {
    const place = placeOfWords(text, title);
    if (place >= 0) return { note_id: note.id, quote: sentenceAt(text, place, title.length) };
  }
  return null;
}

/** Returns where the text has the words, ignoring case, but not inside other words; -1 without them. */
function placeOfWords(text: string, words: string): number {
  const [lower, lowerWords] = [text.toLowerCase(), words.toLowerCase()];
  // A few letters have another length in lower case; then places would be wrong.
  if (lower.length !== text.length || lowerWords.length !== words.length) return -1;
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? "");
  for (let at = lower.indexOf(lowerWords); at >= 0; at = lower.indexOf(lowerWords, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + words.length)) return at;
  return -1;
}

function sentenceAt(text: string, place: number, length: number): string {
  const start = Math.max(0, place - LIMITS.quoteLength / 2);
  const ends = [...text.slice(start, place).matchAll(SENTENCE_END)];
  const first = ends.length === 0 ? start : start + ends.at(-1)!.index + ends.at(-1)![0].length;
  const after = text.slice(place + length);
  const end = after.search(SENTENCE_END);
  const last = place + length + (end < 0 ? after.length : end + 1);
  return shorten(text.slice(first, last).trim());
}

/** Cuts a quote to its longest length, which leaves it part of its text. Never cuts a surrogate pair in half. */
function shorten(quote: string): string {
  return quote
    .slice(0, LIMITS.quoteLength)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "")
    .trim();
}
