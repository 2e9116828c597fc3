import type { AnswerRequest } from "@knote/api";

/** Returns the time of a question, in milliseconds since the epoch: the past time that it asks of, or the present. */
export function timeOf({ asOf }: Pick<AnswerRequest, "asOf">, now: () => number): number {
  return asOf === undefined ? now() : Date.parse(asOf);
}
