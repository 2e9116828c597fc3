import { readFileSync } from "node:fs";
import { createRandom, type Random } from "./random.ts";

/** The body of a request to create a note. */
export interface BenchNote {
  readonly title: string;
  readonly content: string;
  readonly note_type: string;
  readonly tags: readonly string[];
}

const TYPES = ["fact", "insight", "decision", "experience", "belief", "code_finding", "synthesis"];
const VOCABULARY = 30_000;
const SYLLABLES = [
  "ba",
  "cor",
  "den",
  "fi",
  "gra",
  "hel",
  "in",
  "jo",
  "kan",
  "lu",
  "mer",
  "no",
  "pra",
  "quo",
  "ris",
  "ste",
  "tol",
  "ur",
  "vi",
  "zen",
];

/** Reads `count` notes from JSON lines with `title` and `text` or `content`, repeating them when there are fewer. */
export function readCorpus(path: string, count: number): BenchNote[] {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  const read = lines
    .slice(0, count)
    .map((line) => JSON.parse(line) as { title: string; text?: string; content?: string });
  return Array.from({ length: count }, (_, index) => {
    const { title, text, content = text ?? title } = read[index % read.length]!;
    return { title: title.slice(0, 300), content: content.slice(0, 50_000), ...traits(index) };
  });
}

/** Makes notes of the words that people use: titles and six sentences each, dealt anew from those of JSON lines. */
export function dealCorpus(path: string, count: number, seed: number = 1): BenchNote[] {
  const random = createRandom(seed);
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const texts = readCorpus(path, readFileSync(path, "utf8").split("\n").filter(Boolean).length);
  const titles = texts.map(({ title }) => title);
  const sentences = texts.flatMap(({ content }) => content.split(/(?<=[.!?])\s+/)).filter(Boolean);
  return Array.from({ length: count }, (_, index) => ({
    // Two halves, so that hardly any two titles are the same.
    title: [halves(one(titles))[0], halves(one(titles))[1]].join(" "),
    content: Array.from({ length: 6 }, () => one(sentences)).join(" "),
    ...traits(index),
  }));
}

function halves(title: string): [string, string] {
  const words = title.split(/\s+/);
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(" "), words.slice(middle).join(" ")];
}

/** Makes up notes as long as scientific abstracts, of made-up words as frequent as those of a language. */
export function makeCorpus(count: number, seed: number = 1): BenchNote[] {
  const random = createRandom(seed);
  const words = Array.from({ length: VOCABULARY }, (_, rank) => spell(rank));
  return Array.from({ length: count }, (_, index) => {
    const length = 80 + Math.floor(random() * 240);
    return {
      title: sentence(random, words, 8 + Math.floor(random() * 8)),
      content: prose(random, words, length),
      ...traits(index),
    };
  });
}

/** Shortens the note to one sentence: its title. */
export function claimOf(note: BenchNote): BenchNote {
  return { ...note, content: `${note.title}.` };
}

/** Cuts the note to 200 words, repeating them when there are fewer. */
export function ofTwoHundredWords(note: BenchNote): BenchNote {
  const words = note.content.split(/\s+/);
  const content = Array.from({ length: 200 }, (_, index) => words[index % words.length]).join(" ");
  return { ...note, content };
}

function traits(index: number) {
  return { note_type: TYPES[index % TYPES.length]!, tags: [`topic-${index % 40}`] };
}

function prose(random: Random, words: readonly string[], length: number): string {
  const sentences: string[] = [];
  for (let wordsLeft = length; wordsLeft > 0; wordsLeft -= 18)
    sentences.push(`${sentence(random, words, Math.min(wordsLeft, 18))}.`);
  return sentences.join(" ");
}

function sentence(random: Random, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => words[zipfRank(random)]!).join(" ");
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Returns a random rank; rank r comes up about 1/r as often as the first. */
function zipfRank(random: Random): number {
  return Math.floor(VOCABULARY ** random()) - 1;
}

/** Returns a unique word for each rank; frequent words are short. */
function spell(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Returns the bytes of the notes' text. */
export function textBytes(notes: readonly BenchNote[]): number {
  return notes.reduce((sum, { title, content }) => sum + Buffer.byteLength(title + content), 0);
}
