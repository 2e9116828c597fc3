import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from "@qdrant/js-client-rest";

/** Returns the HTTP status of an error response; null without a response. */
function statusOf(error: unknown): number | null {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : null;
  return typeof status === "number" ? status : null;
}

/** True when the collection does not exist. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** True when another process created the collection at the same time. */
export function isTaken(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** True when the connection was refused or broke: retrying at once can help, as after a restart. */
export function isBroken(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** True when the server cannot be reached, is too slow, failing or full, or denies access. */
export function isOutage(error: unknown): boolean {
  if (isBroken(error)) return true;
  if (error instanceof QdrantClientTimeoutError || error instanceof QdrantClientResourceExhaustedError) return true;
  const status = statusOf(error);
  return status !== null && (status >= 500 || [401, 403, 408, 429].includes(status));
}
