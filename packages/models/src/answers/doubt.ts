import type { Passage, PassageReview } from "@knote/api";
import { type MakeLine, type Quotation, quoteLine } from "./answer-lines.ts";
import { CONDITION } from "./answer-patterns.ts";
import { CONDITION_FACTOR, type Evidence, type WeighedEvidence } from "./evidence.ts";
import { withoutMarkup } from "./markup.ts";
import { withOutcome } from "./outcome.ts";
import { quotable } from "./quote.ts";

/** Share of the doubted sentence's score that a condition needs to take its place. */
const ABOUT_AS_WELL = 0.6 * CONDITION_FACTOR;

/** Makes a line of one note's words; if the note needs review, the doubt comes first, and why last. */
export function quoteNote(bareQuotation: Quotation, passages: readonly Passage[], before = ""): MakeLine {
  const quotation = withOutcome(bareQuotation, passages);
  const review = reviewOf(quotation, passages);
  if (review === null || CONDITION.test(quotation.text)) return quoteLine([quotation], { before });
  const { middle, standing, after } = reasonFor(review);
  const doubt = `${before}Not certain any more: `;
  if (standing === null) return quoteLine([quotation], { before: doubt, after: `. ${middle}` });
  const text = claimOf(standing.title);
  if (standing.passage === null)
    return quoteLine([quotation], { before: doubt, after: `. ${middle}“${text}”${after}` });
  return quoteLine([quotation, { text, passages: [standing.passage] }], {
    before: doubt,
    between: `. ${middle}`,
    after,
  });
}

/** A rule that applies now that its condition has come true. */
interface AppliedCondition {
  readonly line: MakeLine;
  /** The passage of the rule. */
  readonly passage: number;
}

/**
 * Returns the rule ("If …, …") that takes the place of a doubted sentence: it rests on the same claim, that claim was
 * replaced or reworded, and the rule fits the question about as well. Null without one.
 */
export function conditionFor(
  doubtedSentence: Evidence,
  { sentences }: WeighedEvidence,
  passages: readonly Passage[],
): AppliedCondition | null {
  const review = passages[doubtedSentence.passage]!.review;
  if (!review || (review.kind !== "superseded" && review.kind !== "reworded")) return null;
  const standing = review.now.find(({ passage }) => passage !== null);
  if (!standing) return null;
  const rule = sentences.find(
    (sentence) =>
      CONDITION.test(sentence.text) &&
      sentence.score >= ABOUT_AS_WELL * doubtedSentence.score &&
      passages[sentence.passage]!.review?.causeId === review.causeId,
  );
  if (!rule) return null;
  const standingQuotation: Quotation = { text: claimOf(standing.title), passages: [standing.passage!] };
  const frame =
    review.kind === "superseded"
      ? { between: ". That has happened: ", after: ` replaced “${claimOf(review.claim)}”.` }
      : { between: ". That has happened: ", after: " is what it reads now." };
  return {
    line: quoteLine([withOutcome({ text: rule.text, passages: [rule.passage] }, passages), standingQuotation], frame),
    passage: rule.passage,
  };
}

function reviewOf({ passages: indexes }: Quotation, passages: readonly Passage[]): PassageReview | null {
  // What another note says as well, which does not rest on the same, stands.
  const reviews = indexes.map((index) => passages[index]?.review);
  return reviews.includes(undefined) ? null : (reviews[0] ?? null);
}

/** Why a note is doubted: words around what stands now. */
interface Reason {
  readonly middle: string;
  /** Null where nothing stands instead. */
  readonly standing: PassageReview["now"][number] | null;
  readonly after: string;
}

function reasonFor({ kind, claim, now }: PassageReview): Reason {
  const beginning = `It rested on “${claimOf(claim)}”, which `;
  const standing = now.find(({ passage }) => passage !== null) ?? now.at(-1) ?? null;
  switch (kind) {
    case "deleted":
      return { middle: "It rested on a note that you deleted.", standing: null, after: "" };
    case "archived":
      return { middle: `${beginning}you set aside.`, standing: null, after: "" };
    case "reworded":
      return standing
        ? { middle: "It rested on a claim that reads ", standing, after: " now." }
        : { middle: "It rested on a claim that was reworded.", standing: null, after: "" };
    case "superseded":
      return standing
        ? { middle: beginning, standing, after: " replaced." }
        : { middle: `${beginning}was replaced.`, standing: null, after: "" };
    case "contested":
      return standing
        ? { middle: beginning, standing, after: " disputes." }
        : { middle: `${beginning}is disputed.`, standing: null, after: "" };
  }
}

function claimOf(title: string): string {
  return quotable(withoutMarkup(title));
}
