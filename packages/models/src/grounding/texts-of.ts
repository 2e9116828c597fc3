import type { AnswerRequest } from "@knote/api";

/** All words of the user's in a request. */
export function textsOf({ query, passages }: AnswerRequest): string[] {
  return [query, ...passages.flatMap(({ title, text }) => [title, text])];
}
