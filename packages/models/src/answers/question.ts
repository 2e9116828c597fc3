import { isStopWord, words } from "@knote/api";

/** What kind of thing answers a question; `open` when its words do not tell. */
export type QuestionType = "who" | "when" | "where" | "count" | "amount" | "duration" | "why" | "yes-no" | "open";

export interface Question {
  readonly type: QuestionType;
  /** Stems of its words that count, without those that tell its type. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the names in it: what the notes say of others does not answer it. */
  readonly names: ReadonlySet<string>;
}

/** The one that stands first in the question decides; of two at one place, the one that stands first here. */
const PATTERNS: readonly (readonly [QuestionType, RegExp])[] = [
  [
    "yes-no",
    /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)(?:n['’]t)?\b/,
  ],
  ["duration", /\bhow (?:long|old|often)\b/],
  ["count", /\bhow many\b|\b(?:what|which)(?: is| was)?(?: the)? number of\b/],
  [
    "amount",
    /\bhow (?:much|big|tall|far|fast|heavy|expensive|high|deep|wide|large)\b|\bwhat(?: is| was|['’]s)?(?: the)? (?:price|cost|amount|percentage|size)\b/,
  ],
  ["when", /\bwhen\b|\b(?:what|which) (?:year|month|day|date|time|week|weekday|decade|century|season)\b/],
  [
    "where",
    /\bwhere\b|\b(?:what|which) (?:city|country|town|state|place|region|continent|location|street|address|village|island)\b/,
  ],
  ["who", /\bwho(?:m|se|['’]s)?\b|\b(?:what|which) (?:person|people|man|woman|author|artist|friend|friends)\b/],
  ["why", /\bwhy\b|\b(?:what|which)(?: is| was)?(?: the)? reasons?\b/],
  ["open", /\b(?:what|which|how)\b/],
];

export function parseQuestion(query: string): Question {
  const text = query.trim();
  const { type, start, end } = typeOf(text.toLowerCase());
  const topic = words(text).filter((word) => (word.end <= start || word.start >= end) && !isStopWord(word.text));
  return { type, stems: new Set(topic.map((word) => word.stem)), names: namesIn(text) };
}

function typeOf(text: string): { type: QuestionType; start: number; end: number } {
  let found: { type: QuestionType; start: number; end: number } | undefined;
  for (const [type, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null || (found !== undefined && match.index >= found.start)) continue;
    found = { type, start: match.index, end: match.index + match[0].length };
  }
  return found ?? { type: "open", start: 0, end: 0 };
}

/** Capitalised words but the first; none where all is capitalised, as a stop word with a capital tells. */
function namesIn(text: string): Set<string> {
  const capitalised = words(text).filter(
    (word, index) => index > 0 && word.text !== "i" && /\p{Lu}/u.test(text.charAt(word.start)),
  );
  return new Set(capitalised.some((word) => isStopWord(word.text)) ? [] : capitalised.map((word) => word.stem));
}
