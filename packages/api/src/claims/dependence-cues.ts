/** A sentence of a text that says that something rests on something else. */
export interface DependenceCue {
  /** Position of the sentence in code units of the text. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
  /** What it rests on, in the words of the sentence. */
  readonly object: string;
}

/** Enough of a text for its cues: a longer one is read up to here. */
const READ_CHARACTERS = 6_000;
const MOST_CUES = 20;
const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*/g;
/** What ends the words that a cue is about. */
const OBJECT = "([^;.,—–]{3,120})";
const CUES = [
  "\\b(?:depend(?:s|ed)? (?:up)?on|dependent on|rel(?:y|ies|ied) on|rests? on|hinges? on|contingent on)",
  "\\b(?:because of|determined by|as long as|provided that|assuming(?: that)?)",
].map((cue) => new RegExp(`${cue}\\s{1,3}${OBJECT}`, "gi"));
/** "if my health condition changes", "if we change deploy targets". */
const IF_CHANGES = /\bif\s{1,3}([^;.,—–]{3,80}?)\s{1,3}(?:changes?|changed|is replaced)\b/gi;
const IF_WE_CHANGE = /\bif\s{1,3}(?:i|we|they|you)\s{1,3}(?:change|switch|replace)\s{1,3}([^;.,—–]{3,80})/gi;
/** Introduces what the cue names, and says nothing of it. */
const INTRODUCTION = /^(?:the fact that|the way that|where|how|whether)\s+/i;
/** Words that only point back to something said before. */
const POINTS_BACK = /^(?:that|this|it|these|those|things?)$/i;

/** Returns the sentences of a text with a cue of dependence, and for each cue what it is about. */
export function dependenceCues(text: string): DependenceCue[] {
  const cues: DependenceCue[] = [];
  for (const { 0: sentence, index } of text.slice(0, READ_CHARACTERS).matchAll(SENTENCE)) {
    for (const cue of [...CUES, IF_CHANGES, IF_WE_CHANGE]) {
      for (const match of sentence.matchAll(cue)) {
        const object = match[1]!.trim().replace(INTRODUCTION, "");
        if (POINTS_BACK.test(object) || cues.length >= MOST_CUES) continue;
        cues.push({ start: index, end: index + sentence.length, sentence, object });
      }
    }
  }
  return cues;
}
