import { DomainError } from "@knote/api";
import { fieldIssues } from "@knote/api/kit/field-issues";
import { shorten } from "./shorten.ts";
import type { Tool } from "./tools/tool.ts";
import * as z from "zod";

const MOST_CHARACTERS = 499;
/** Longest id in a sentence: one of ours has 36 characters. */
const MOST_OF_ID = 60;
/** Used where a failure has no retry time of its own. */
const RETRY_SECONDS = 5;

export interface FailedCall {
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly now: number;
}

/**
 * Says what failed and what to do next, in a sentence or two that a model can act on. Names ids, never a text of a note.
 * Null for a failure that nobody foresaw: that belongs in the log.
 */
export function textForModel(error: unknown, call: FailedCall): string | null {
  const text = adviceOn(error, call);
  return text === null ? null : shorten(text, MOST_CHARACTERS);
}

/** What a model is told of a failure that nobody foresaw. */
export function failureText(requestId: string): string {
  return `Knote failed to do this; it has been logged as ${requestId}.`;
}

export function busyText(seconds: number): string {
  return `Knote is busy. Call again in ${seconds} seconds.`;
}

function adviceOn(error: unknown, call: FailedCall): string | null {
  const cause = causeOf(error);
  if (cause instanceof z.core.$ZodError) return correction(fieldIssues(cause, false));
  if (!DomainError.is(cause)) return null;
  const advice = call.tool.adviseOn?.(cause);
  return advice ?? generalAdvice(cause, call);
}

function generalAdvice(error: DomainError, call: FailedCall): string | null {
  const { code, message, issues, retryAfterSeconds: seconds = RETRY_SECONDS } = error;
  switch (code) {
    case "NOT_FOUND":
      return `There is no note with the id ${idsIn(call.input)}. Call search or list_notes for the right one.`;
    case "INVALID":
      return correction(issues ?? [{ path: "", message }]);
    case "CONFLICT":
    case "PRECONDITION_FAILED":
      return `${message} Fetch the note and try again.`;
    case "QUOTA_EXCEEDED":
      return `The monthly query quota is used up until ${resetTime(call.now, seconds)}. Use search, which is not counted, and answer from its results.`;
    case "PROVIDER_FAILED":
    case "UNAVAILABLE":
      return `${message} Call again in ${seconds} seconds${call.tool.name === "ask" ? "; search works meanwhile" : ""}.`;
    case "LIMIT_EXCEEDED":
      return `${message} Call again in ${seconds} seconds.`;
    case "FORBIDDEN":
      return null;
  }
}

function correction(issues: readonly { readonly message: string }[]): string {
  const sentences = shorten(issues.map(({ message }) => message).join(" "), 400);
  return `${sentences} Correct the arguments and call again.`;
}

/** The ids of a call; of a link that lacks one of its notes it is not known which. */
function idsIn(input: Readonly<Record<string, unknown>>): string {
  const ids = ["id", "source_id", "target_id"].flatMap((name) => {
    const id = input[name];
    return typeof id === "string" ? [shorten(id, MOST_OF_ID)] : [];
  });
  return ids.join(" or ");
}

/** Quotas begin anew at midnight in UTC; the seconds until then are rounded up. */
function resetTime(now: number, seconds: number): string {
  return `${new Date(now + seconds * 1000).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** tRPC wraps what a procedure throws. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return DomainError.is(error) || cause === undefined ? error : cause;
}
