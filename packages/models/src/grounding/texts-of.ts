import type { AnswerRequest } from "@knote/api";

/** Returns all texts in a request that come from the user. */
export function textsOf({ query, passages }: AnswerRequest): string[] {
  return [query, ...passages.flatMap(({ title, text, review }) => [title, text, ...(review ? [review.claim] : [])])];
}
