import { unreachableReason } from "./guarded-fetch.ts";
import { replyError } from "./reply-error.ts";

const LONGEST_MESSAGE = 200;
/** A run of this many characters of ours in a provider's message is a quotation. */
const QUOTED = 16;
/** Less than this says nothing. */
const SHORTEST = 4;

/** What must not reach a log. */
export interface Confidential {
  readonly apiKey: string;
  /** The texts that were sent. */
  readonly texts: readonly string[];
}

/**
 * A failure as it may be logged: status and the provider's names and words for it, unless those repeat a key or a
 * note. Of a malformed answer only that it was malformed: parsers quote what they stumble over.
 */
export function describeFailure(error: unknown, confidential: Confidential): Error {
  const reply = replyError(error);
  if (reply !== undefined) {
    const message = repeats(reply.message, confidential) ? "" : reply.message.slice(0, LONGEST_MESSAGE);
    const request = reply.headers.get("request-id") ?? reply.headers.get("x-request-id");
    const names = reply.names.filter((name) => !repeats(name, confidential)).join(", ");
    const parts = [`Answered with ${reply.status ?? "an error"}`, names, message, request && `request ${request}`];
    return new Error(parts.filter(Boolean).join(" · "));
  }
  const reason = unreachableReason(error);
  if (reason !== undefined) return new Error(`Not reached: ${codesOf(reason).join(", ") || "no reason known"}`);
  return new Error(`The answer was cut short or malformed (${error instanceof Error ? error.name : typeof error}).`);
}

/** Such as ECONNREFUSED; messages may name hosts and are left out. */
function codesOf(reason: unknown): string[] {
  const codes: string[] = [];
  for (let at = reason; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") codes.push(at.code);
  }
  return codes;
}

function repeats(message: string, { apiKey, texts }: Confidential): boolean {
  const whole = [apiKey, ...texts].filter((text) => text.trim().length >= SHORTEST);
  if (whole.some((text) => message.includes(text.trim()))) return true;
  for (let start = 0; start + QUOTED <= message.length; start++) {
    const run = message.slice(start, start + QUOTED);
    if (texts.some((text) => text.includes(run))) return true;
  }
  return false;
}
