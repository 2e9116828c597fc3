import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { isDenial, polarityOf } from "./polarity.ts";

/** Share of the best sentence's overlap that a sentence beside it needs to decide. */
const LEAST_SHARED = 0.6;

interface Verdict {
  readonly word: string;
  readonly evidence: Evidence;
}

/**
 * Returns "Yes" or "No" with the sentence of the best note that says so; null if none does. Of two that disagree, the one
 * with more of what the title leaves open decides: "No raw eggs. Baked into cake, they are fine".
 */
export function verdictOf({ question, notes, sentences }: WeighedEvidence): Verdict | null {
  const best = sentences[0]!;
  const { claim, titleStems } = notes[best.passage]!;
  // What the title denies confirms nothing.
  const confirmingStems: ReadonlySet<string> = isDenial(question.language, claim.text.toLowerCase())
    ? new Set()
    : titleStems;
  const verdicts = sentences.flatMap((evidence): Verdict[] => {
    if (evidence.passage !== best.passage || evidence.overlap < LEAST_SHARED * best.overlap) return [];
    const polarity = polarityOf(question, evidence.text, confirmingStems);
    return polarity === null ? [] : [{ word: question.language[polarity], evidence }];
  });
  const openStems = [...question.stems].filter((stem) => !titleStems.has(stem));
  const countOf = ({ evidence: { stems } }: Verdict) => openStems.filter((stem) => stems.has(stem)).length;
  return verdicts.reduce<Verdict | null>(
    (decisive, verdict) => (decisive === null || countOf(verdict) > countOf(decisive) ? verdict : decisive),
    null,
  );
}
