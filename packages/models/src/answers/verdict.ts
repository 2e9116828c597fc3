import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { polarityOf } from "./polarity.ts";

/** Share of the best sentence's overlap that a sentence beside it needs to decide. */
const LEAST_SHARED = 0.6;

/** Returns "Yes" or "No" with the sentence of the best note that says so; null if none does. */
export function verdictOf({
  question,
  notes,
  sentences,
}: WeighedEvidence): { word: string; evidence: Evidence } | null {
  const best = sentences[0];
  for (const evidence of sentences) {
    if (evidence.passage !== best!.passage || evidence.overlap < LEAST_SHARED * best!.overlap) continue;
    const polarity = polarityOf(question, evidence.text, notes[evidence.passage]!.titleStems);
    if (polarity !== null) return { word: question.language[polarity], evidence };
  }
  return null;
}
