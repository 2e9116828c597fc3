/** A part of a split note, as it is being written. */
export interface PartText {
  readonly title: string;
  readonly content: string;
}

const CLAUSES = /\s*;\s*|,?\s+(?:and|but|so|while|whereas)\s+/i;
const SENTENCES = /[^.!?…]+(?:[.!?…]+["”’)]*|$)\s*/gu;
const WORDS = /[\p{L}\p{N}]{3,}/gu;

/**
 * Splits a claim where it joins two, and deals the sentences of the content out: each goes to the part with which it
 * shares the most words, or else where the sentence before it went. A claim that joins nothing gives an empty second part.
 */
export function dealSentences({ title, content }: PartText): [PartText, PartText] {
  const { index, 0: joint } = CLAUSES.exec(title) ?? { index: title.length, 0: "" };
  const titles = [title.slice(0, index), capitalize(title.slice(index + joint.length).replace(/[.\s]+$/, ""))] as const;
  const wordsOfTitles = titles.map(wordsOf);
  const contents: [string[], string[]] = [[], []];
  let place: 0 | 1 = 0;
  // A content that only repeats the claim says nothing to be dealt out.
  for (const sentence of content === title ? [] : (content.match(SENTENCES) ?? [])) {
    const words = wordsOf(sentence);
    const [first, second] = wordsOfTitles.map((ofTitle) => [...words].filter((word) => ofTitle.has(word)).length);
    if (first !== second) place = first! > second! ? 0 : 1;
    contents[place].push(sentence);
  }
  return [
    { title: titles[0], content: contents[0].join("").trim() },
    { title: titles[1], content: contents[1].join("").trim() },
  ];
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORDS) ?? []);
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
