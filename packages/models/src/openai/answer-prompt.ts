import type { AnswerRequest, Passage } from "@knote/api";
import { factsOf, instructions, questionOf } from "../grounding/instructions.ts";
import { defuseMarks } from "../grounding/marks.ts";

export const ANSWER_SYSTEM = instructions(
  "The notes are a JSON array. Every sentence of yours ends with the numbers of the notes it rests on, each in square brackets: [1] or [1] [3].",
);

/** Returns the question and its passages, and nothing about the user. No note can end its JSON string. */
export function answerPrompt({ query, passages }: AnswerRequest, now: number): string {
  const notes = passages.map((passage, index) =>
    JSON.stringify({
      ...factsOf(withDefusedClaim(passage), index),
      title: defuseMarks(passage.title),
      text: defuseMarks(passage.text),
    }),
  );
  return `Notes:\n[\n${notes.join(",\n")}\n]\n\n${questionOf({ query, passages }, now)}`;
}

function withDefusedClaim(passage: Passage): Passage {
  const { review } = passage;
  return review ? { ...passage, review: { ...review, claim: defuseMarks(review.claim) } } : passage;
}
