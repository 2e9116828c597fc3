import type { Passage } from "@knote/api";
import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { isOtherState, isSameClaim } from "./same-claim.ts";

const MOST_OF_MANY = 4;
/** Share of the best sentence's score that another needs to stand beside it in a list. */
const NEARLY_AS_GOOD = 0.85;
/** And of the question's words that the best sentence holds. */
const LEAST_SHARED = 0.5;

/**
 * The sentence that answers, and an older one that says the same with another number; of a question for several
 * things those that answer, best first, nothing twice.
 */
export function pickSentences(
  { question, sentences }: WeighedEvidence,
  passages: readonly Passage[],
): readonly Evidence[] {
  const standing = sentences.filter(({ passage }) => passages[passage]!.state !== "superseded");
  const ranked = standing.length > 0 ? standing : sentences;
  const best = ranked[0];
  if (best === undefined) return [];
  const near = ranked.filter(({ score, named }) => score >= NEARLY_AS_GOOD * best.score && named >= best.named);
  if (question.many) return distinct(near.filter(({ overlap }) => overlap >= LEAST_SHARED * best.overlap));
  if (question.order !== null) return [byDay(near.filter(({ overlap }) => overlap >= best.overlap))[question.order]];
  const twin = near.find((other) => isOtherState(best.stems, other.stems) && dayOf(other) !== dayOf(best));
  if (twin === undefined) return [best];
  const { newest, oldest } = byDay([best, twin]);
  return [newest, oldest];
}

/** The best sentence of each note, of notes that say the same the best note's. */
function distinct(ranked: readonly Evidence[]): Evidence[] {
  const picked: Evidence[] = [];
  const seen = new Set<number>();
  for (const sentence of ranked) {
    if (picked.length === MOST_OF_MANY || seen.has(sentence.passage)) continue;
    seen.add(sentence.passage);
    if (!picked.some((other) => isSameClaim(other.stems, sentence.stems))) picked.push(sentence);
  }
  return picked;
}

function byDay(sentences: readonly Evidence[]): { newest: Evidence; oldest: Evidence } {
  return {
    newest: sentences.reduce((a, b) => (b.day > a.day ? b : a)),
    oldest: sentences.reduce((a, b) => (b.day < a.day ? b : a)),
  };
}

function dayOf({ day }: Evidence): string {
  return day.toISOString().slice(0, 10);
}
