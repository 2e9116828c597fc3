import { unreachableReason } from "./guarded-fetch.ts";
import { replyError } from "./reply-error.ts";

const LONGEST_MESSAGE = 200;
/** A provider's message with this many consecutive characters of a sent text quotes it. */
const QUOTE_LENGTH = 16;
/** Shorter texts also occur by chance. */
const SHORTEST = 4;

/** Secrets and texts that must not reach a log. */
export interface Confidential {
  readonly apiKey: string;
  /** The texts that were sent. */
  readonly texts: readonly string[];
}

/**
 * Describes a failure for the log: status and the provider's names and message, unless they repeat the key or a sent
 * text. A malformed answer is not described further, because parsers quote their input.
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

/** Returns codes such as ECONNREFUSED. Messages are left out, as they can name hosts. */
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
  for (let start = 0; start + QUOTE_LENGTH <= message.length; start++) {
    const run = message.slice(start, start + QUOTE_LENGTH);
    if (texts.some((text) => text.includes(run))) return true;
  }
  return false;
}
