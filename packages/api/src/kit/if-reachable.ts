import { DomainError } from "../errors.ts";

/** Resolves with `otherwise` while vectors are unavailable, as keywords find notes without them. */
export async function ifReachable<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (DomainError.is(error) && error.code === "UNAVAILABLE") return otherwise;
    throw error;
  }
}
