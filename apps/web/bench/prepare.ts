import { importLines } from "../e2e/support/import-lines.ts";
import type { Dashboard } from "../e2e/support/start-dashboard.ts";

const TYPES = ["fact", "insight", "decision", "experience", "belief", "code_finding", "synthesis"];
const RELATIONS = ["relates_to", "relates_to", "relates_to", "extends", "extends", "depends_on", "derived_from"];
const WORDS = "sleep focus memory coffee tests latency caching habits reviews walks light music teams notes".split(" ");
/** Notes per topic; most links stay within one. */
const TOPIC = 40;

/** Imports a graph like those people make: topics of linked notes, a few links across. Returns the number of links. */
export async function importNotes(dashboard: Dashboard, count: number): Promise<number> {
  return (await importLines(dashboard, [...lines(count)])).linked;
}

function* lines(count: number): Generator<object> {
  const random = createRandom(7);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  for (let index = 0; index < count; index++) {
    const words = Array.from({ length: 6 }, () => pick(WORDS)).join(" ");
    const note_type = pick(TYPES);
    const tags = [WORDS[Math.floor(index / TOPIC) % WORDS.length]];
    const note = {
      key: `n${index}`,
      title: `Claim ${index}: ${words}`,
      content: `${words}. `.repeat(8),
      note_type,
      tags,
    };
    yield { note: { ...note, importance: Math.round(random() ** 2 * 100) / 100 } };
  }
  const linkedPairs = new Set<string>();
  for (let index = 1; index < count; index++) {
    for (let each = 0; each < 2; each++) {
      const topic = Math.floor(index / TOPIC) * TOPIC;
      const other = random() < 0.92 ? topic + Math.floor(random() * (index - topic)) : Math.floor(random() * index);
      if (other === index || linkedPairs.has(`${index} ${other}`)) continue;
      linkedPairs.add(`${index} ${other}`);
      yield { link: { source: `n${index}`, target: `n${other}`, relation: pick(RELATIONS) } };
    }
  }
}

/** Creates a reproducible random number generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
