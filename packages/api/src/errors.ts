import type { FieldIssue } from "@knote/contract";

/** Why a verb refused. Every transport maps every code: a new one does not compile until all of them do. */
export type DomainErrorCode =
  | "NOT_FOUND"
  | "INVALID"
  | "CONFLICT"
  | "PRECONDITION_FAILED"
  | "FORBIDDEN"
  | "LIMIT_EXCEEDED"
  | "QUOTA_EXCEEDED"
  | "PROVIDER_FAILED"
  | "UNAVAILABLE";

const MARK = Symbol.for("knote.DomainError");

export interface DomainErrorOptions {
  /** On INVALID: which fields, and why. */
  readonly issues?: readonly FieldIssue[];
  /** On LIMIT_EXCEEDED, QUOTA_EXCEEDED, UNAVAILABLE and some CONFLICTs: whole seconds until a retry makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal that callers can read: its message is a full sentence and reveals no internals. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: DomainErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "DomainError";
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** True also for errors of another copy of this package. */
  static is(value: unknown): value is DomainError {
    return typeof value === "object" && value !== null && MARK in value;
  }
}

/** Returns the same error for unknown, malformed and foreign ids: whether a note exists is private. */
export function noteNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Note not found.");
}

/** The same error for unknown, malformed and foreign ids. */
export function webhookNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Webhook not found.");
}

export function deliveryNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Delivery not found.");
}

export function invalid(path: string, message: string): DomainError {
  return new DomainError("INVALID", message, { issues: [{ path, message }] });
}

export function invalidCursor(): DomainError {
  return invalid("cursor", "cursor must be taken from the Link header of an earlier page.");
}

export function conflict(message: string, options: DomainErrorOptions = {}): DomainError {
  return new DomainError("CONFLICT", message, options);
}
