import { TRPCClientError } from "@trpc/client";
import { AuthFailure, ReadOnlyPast, SignedOut, Unreachable } from "./failures.ts";

export interface Problem {
  /** `unreachable`: no answer at all; `refused`: the request was wrong; `failed`: the server was. */
  readonly kind: "unreachable" | "signed-out" | "missing" | "limit" | "refused" | "failed";
  /** Sentence to show to the user. */
  readonly message: string;
  /** Id to quote when asking the server's owner about the problem. */
  readonly requestId: string | null;
}

/** Describes any thrown error to the user. */
export function problemOf(error: unknown): Problem {
  if (error instanceof TRPCClientError && error.data) {
    const { httpStatus } = error.data as { httpStatus: number };
    return { kind: kindOf(httpStatus), message: error.message, requestId: requestIdOf(error) };
  }
  const cause = error instanceof TRPCClientError ? error.cause : error;
  if (cause instanceof SignedOut) return { kind: "signed-out", message: cause.message, requestId: null };
  if (cause instanceof ReadOnlyPast) return { kind: "refused", message: cause.message, requestId: null };
  if (cause instanceof AuthFailure) {
    return { kind: kindOf(cause.status), message: cause.message, requestId: cause.requestId };
  }
  // A call that failed without error data got no answer from the server.
  if (error instanceof TRPCClientError || cause instanceof Unreachable) {
    return { kind: "unreachable", message: "Knote cannot be reached.", requestId: null };
  }
  return { kind: "failed", message: "Something went wrong on this page.", requestId: null };
}

/** Whether the server refused a change because it conflicts with the present state. */
export function isConflict(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === "CONFLICT";
}

function kindOf(status: number): Problem["kind"] {
  if (status === 401) return "signed-out";
  if (status === 404) return "missing";
  if (status === 429) return "limit";
  return status >= 500 ? "failed" : "refused";
}

function requestIdOf(error: TRPCClientError<never>): string | null {
  const response = error.meta?.["response"];
  return response instanceof Response ? response.headers.get("x-request-id") : null;
}
