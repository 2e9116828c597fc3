import { DomainError, type DomainErrorCode } from "@knote/api";
import type { ErrorBody, FieldIssue } from "@knote/contract";
import { TRPCError } from "@trpc/server";
import * as z from "zod";
import { fieldIssues } from "@knote/api/kit/field-issues";
import { HttpRefusal, INVALID_DETAIL, unauthorizedRefusal } from "./http-refusal.ts";
import type { RawHeaders } from "../raw-headers.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: RawHeaders;
  /** False for internal failures, whose cause belongs in the log. */
  readonly isExpected: boolean;
}

const STATUS = {
  NOT_FOUND: 404,
  INVALID: 422,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  FORBIDDEN: 403,
  LIMIT_EXCEEDED: 429,
  QUOTA_EXCEEDED: 429,
  PROVIDER_FAILED: 502,
  UNAVAILABLE: 503,
} as const satisfies Record<DomainErrorCode, number>;

/** Used when the error has no retry time of its own. */
const DEFAULT_RETRY_SECONDS = { 429: 60, 503: 5 } as const;

/** Turns an error into an HTTP response. `flat`: issues name query parameters, by the first step of their path. */
export function errorAnswer(error: unknown, flat: boolean): ErrorAnswer {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (DomainError.is(cause)) return domainAnswer(cause);
  if (cause instanceof HttpRefusal) return refusalAnswer(cause.status, cause.message, cause.issues, cause.headers);
  if (error instanceof TRPCError && error.code === "BAD_REQUEST" && cause instanceof z.core.$ZodError) {
    return refusalAnswer(422, INVALID_DETAIL, fieldIssues(cause, flat));
  }
  if (error instanceof TRPCError && error.code === "UNAUTHORIZED") return errorAnswer(unauthorizedRefusal(false), flat);
  return { status: 500, body: { detail: "Internal server error." }, headers: [], isExpected: false };
}

/** Returns whether the error says that a monthly quota is used up. */
export function isQuotaRefusal(error: unknown): boolean {
  const cause = error instanceof TRPCError ? error.cause : error;
  return DomainError.is(cause) && cause.code === "QUOTA_EXCEEDED";
}

function domainAnswer(error: DomainError): ErrorAnswer {
  const status = STATUS[error.code];
  const headers: string[] = [];
  if (status === 403) headers.push("WWW-Authenticate", 'Bearer error="insufficient_scope"');
  const fallback = status === 429 || status === 503 ? DEFAULT_RETRY_SECONDS[status] : undefined;
  const seconds = error.retryAfterSeconds ?? fallback;
  if (seconds !== undefined) headers.push("Retry-After", String(seconds));
  return refusalAnswer(status, error.message, error.issues, headers);
}

function refusalAnswer(
  status: number,
  detail: string,
  issues?: readonly FieldIssue[],
  headers: RawHeaders = [],
): ErrorAnswer {
  return { status, body: { detail, ...(issues && { issues: [...issues] }) }, headers, isExpected: true };
}
