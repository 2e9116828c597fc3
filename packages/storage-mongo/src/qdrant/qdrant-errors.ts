import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from "@qdrant/js-client-rest";

/** HTTP status of an answer that is an error; null when none came. */
function statusOf(error: unknown): number | null {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : null;
  return typeof status === "number" ? status : null;
}

/** The collection is not there, or no longer. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Somebody else made it at the same time. */
export function isTaken(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** The connection was refused or broke: asking again at once may help, as after a restart. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** No use can be made of this call: the server cannot be reached, is too slow with it, ill, full or does not let us in. */
export function isOutage(error: unknown): boolean {
  if (isBroken(error)) return true;
  if (error instanceof QdrantClientTimeoutError || error instanceof QdrantClientResourceExhaustedError) return true;
  const status = statusOf(error);
  return status !== null && (status >= 500 || [401, 403, 408, 429].includes(status));
}
