import { isStopWord, words } from "@knote/api";
import { NOT_A_NAME } from "./answer-patterns.ts";

/** The kind of thing that a question asks for; `open` when its words do not tell. */
export type QuestionType = "who" | "when" | "where" | "count" | "amount" | "duration" | "why" | "yes-no" | "open";

export interface Question {
  readonly type: QuestionType;
  /** Stems of the question's words, without stop words and those that tell its type. */
  readonly stems: ReadonlySet<string>;
  /** Stems of the names in the question; a note about someone else does not answer it. */
  readonly names: ReadonlySet<string>;
  /** Whether the question asks for several things: "which books", "what has she painted", "list …". */
  readonly many: boolean;
  /** Which of several times the question asks for; null when it does not say. */
  readonly order: "newest" | "oldest" | null;
}

/** The earliest match in the question decides; at the same place, the first in this list. */
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

const AUXILIARY = "(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)";
const PLURAL = new RegExp(
  `\\b(?:what|which)(?: (?!${AUXILIARY}\\b)[^\\s?]{1,40}){0,3} (?!${AUXILIARY}\\b)[^\\s?]{2,40}(?<![sui]|'|’)s(?: ${AUXILIARY}\\b| to\\b|\\?|$)`,
);
/** "What are", "what has she painted", "what helps", "list …". */
const SEVERAL = new RegExp(
  "\\b(?:what|which|who|where) (?:are|were|have|has|all)\\b|^(?:list|name|summari[sz]e)\\b|\\b(?:all|each|several) |" +
    `\\bwhat (?!${AUXILIARY}\\b)[^\\s?]{2,40}(?<![sui]|'|’)s `,
);
const NEWEST = /\b(?:latest|newest|most recent|most recently|last time|current|currently)\b/;
const OLDEST = /\b(?:first|earliest|oldest|original|originally)\b/;

export function parseQuestion(query: string): Question {
  const text = query.trim();
  const { type, start, end } = typeOf(text.toLowerCase());
  const topic = words(text).filter((word) => (word.end <= start || word.start >= end) && !isStopWord(word.text));
  const lower = text.toLowerCase();
  const many = SEVERAL.test(lower) || PLURAL.test(lower);
  const order = NEWEST.test(lower) ? "newest" : OLDEST.test(lower) ? "oldest" : null;
  return { type, many, order, stems: new Set(topic.map((word) => word.stem)), names: namesIn(text) };
}

function typeOf(text: string): { type: QuestionType; start: number; end: number } {
  let earliest: { type: QuestionType; start: number; end: number } | undefined;
  for (const [type, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null || (earliest !== undefined && match.index >= earliest.start)) continue;
    earliest = { type, start: match.index, end: match.index + match[0].length };
  }
  return earliest ?? { type: "open", start: 0, end: 0 };
}

/** Returns the stems of capitalised words but the first; none if a stop word is capitalised, as in a title. */
function namesIn(text: string): Set<string> {
  const capitalisedWords = words(text).filter(
    (word, index) => index > 0 && !NOT_A_NAME.test(word.text) && /\p{Lu}/u.test(text.charAt(word.start)),
  );
  return new Set(
    capitalisedWords.some((word) => isStopWord(word.text)) ? [] : capitalisedWords.map((word) => word.stem),
  );
}
