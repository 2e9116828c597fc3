import { DEMO_NOTES } from "../demo/demo-content.ts";
import type { NoteText } from "../ports/storage.ts";
import { readsEnglish } from "../text/reads-english.ts";

const MOST_READ = 500;
/** Fewer notes of a language that can be told say too little. */
const LEAST_TOLD = 20;
/** Every installation has them, whatever its owner writes. */
const DEMO_TITLES: ReadonlySet<string> = new Set(DEMO_NOTES.map(({ title }) => title));

/** Returns whether most of the notes are not in English, by the first 500 that are not of the demo. */
export async function areMostlyForeign(texts: AsyncIterable<NoteText>): Promise<boolean> {
  let [read, english, foreign] = [0, 0, 0];
  for await (const { title, content } of texts) {
    if (DEMO_TITLES.has(title)) continue;
    const isEnglish = readsEnglish(`${title}\n${content}`);
    if (isEnglish === true) english++;
    else if (isEnglish === false) foreign++;
    if (++read === MOST_READ) break;
  }
  return english + foreign >= LEAST_TOLD && foreign > english;
}
