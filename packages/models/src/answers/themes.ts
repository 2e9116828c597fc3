import type { WordReader } from "@knote/api";

export interface Claim {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Indexes of the passages that make the claim; the text is from the first. */
  readonly passages: readonly number[];
}

export interface Theme {
  /** A word that its claims share; null for claims that share none. */
  readonly label: string | null;
  readonly claims: readonly Claim[];
}

/** Largest share of all claims in one theme. */
const WIDEST = 0.75;

/**
 * Groups claims by a word that they share, widest group first; claims without one come last, unlabelled and in
 * order. Labels come from `topics`, the stems of the titles and the question, without those that nearly all claims
 * share.
 */
export function groupByTheme(claims: readonly Claim[], topics: ReadonlySet<string>, reader: WordReader): Theme[] {
  const labelTopics = [...topics].filter(
    (topic) => /^\p{L}{3}/u.test(topic) && holders(claims, topic).length <= WIDEST * claims.length,
  );
  const themes: Theme[] = [];
  let rest = [...claims];
  for (let topic = widestTopic(rest, labelTopics); topic !== null; topic = widestTopic(rest, labelTopics)) {
    const own = holders(rest, topic);
    themes.push({ label: labelOf(topic, own, reader), claims: own });
    rest = rest.filter((claim) => !own.includes(claim));
  }
  return rest.length === 0 ? themes : [...themes, { label: null, claims: rest }];
}

/** Returns the topic that most claims share, the first of equals; null if no two claims share one. */
function widestTopic(claims: readonly Claim[], topics: readonly string[]): string | null {
  let widest: string | null = null;
  let most = 1;
  for (const topic of topics) {
    const count = holders(claims, topic).length;
    if (count > most) [widest, most] = [topic, count];
  }
  return widest;
}

function holders(claims: readonly Claim[], topic: string): Claim[] {
  return claims.filter(({ stems }) => stems.has(topic));
}

/** Returns the topic as the first claim that has the word writes it, with a capital. */
function labelOf(topic: string, claims: readonly Claim[], { words }: WordReader): string {
  const spellings = claims.flatMap(({ text }) =>
    words(text).flatMap(({ stem, start, end }) => (stem === topic ? [text.slice(start, end)] : [])),
  );
  const label = spellings[0] ?? topic;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
