import { NOTE_TYPES } from "@knote/contract";
import type { Random } from "./random.ts";

/** All users write with the same words, so that notes of another user would show up in every ranking. */
const WORDS = (
  "sleep memory river market bridge engine garden planet teacher candle storm copper violin harvest letter " +
  "winter coffee morning language protein compiler harbour museum bicycle forest mountain pepper signal tunnel island"
).split(" ");
const QUESTIONS = ["What about", "Does", "Compare", "Why", "Summarize all", "When was", "How does"];

function someWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(WORDS)!).join(" ");
}

export function someNote(random: Random, canary: string) {
  return {
    title: `${someWords(random, 2 + random.below(4))} ${canary}`,
    content: `On ${1 + random.below(28)} March 2026 ${someWords(random, 5 + random.below(20))}. ${canary} says so.`,
    note_type: random.pick(NOTE_TYPES)!,
    tags: [random.pick(WORDS)!, canary],
    importance: random.below(11) / 10,
  };
}

/** Returns the note of a shared key, the same for every user. */
export function sharedNote(number: number) {
  return { title: `Shared claim ${number} on ${WORDS[number]}`, content: "Of nobody.", note_type: "fact" as const };
}

export function someQuestion(random: Random): string {
  return `${random.pick(QUESTIONS)} ${someWords(random, 1 + random.below(3))}?`;
}

export function someSearch(random: Random, canary: string): string {
  const words = someWords(random, 1 + random.below(2));
  return random.pick([words, `"${words}"`, `${words.slice(0, 3)}*`, canary, `${words} ${canary}`])!;
}
