import { COMPLEX_QUESTION } from "@knote/contract";

/** Whether a question asks for the more capable model; inflections of the words do not count. */
export function wantsCapableModel(query: string): boolean {
  return COMPLEX_QUESTION.test(query);
}
