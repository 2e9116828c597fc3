import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { polarityOf } from "./polarity.ts";

/** Share of the best sentence's overlap that a sentence beside it needs to decide. */
const LEAST_SHARED = 0.6;

interface Verdict {
  readonly word: string;
  readonly evidence: Evidence;
}

/**
 * Returns "Yes" or "No" with the sentence of the best note that says so; null if none does. Of two that disagree, the one
 * about a thing that the other does not mention decides: "no raw eggs. Baked into cake, they are fine".
 */
export function verdictOf({ question, notes, sentences }: WeighedEvidence): Verdict | null {
  const best = sentences[0]!;
  const { claim, titleStems: allTitleStems } = notes[best.passage]!;
  // What the title denies confirms nothing.
  const isDenial = question.language.negation.test(claim.text.toLowerCase());
  const titleStems: ReadonlySet<string> = isDenial ? new Set() : allTitleStems;
  const verdicts = sentences.flatMap((evidence): Verdict[] => {
    if (evidence.passage !== best.passage || evidence.overlap < LEAST_SHARED * best.overlap) return [];
    const polarity = polarityOf(question, evidence.text, titleStems);
    return polarity === null ? [] : [{ word: question.language[polarity], evidence }];
  });
  const [first, ...others] = verdicts;
  const isNarrower = ({ word, evidence }: Verdict) =>
    word !== first!.word &&
    [...question.stems].some(
      (stem) => evidence.stems.has(stem) && !first!.evidence.stems.has(stem) && !titleStems.has(stem),
    );
  return others.find(isNarrower) ?? first ?? null;
}
