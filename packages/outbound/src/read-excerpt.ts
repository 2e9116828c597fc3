import { hideTokens } from "@knote/contract";

const MAX_CHARACTERS = 1_024;
const REPLACEMENT = "\uFFFD";

/** Returns the beginning of an answer in text or JSON, fit to be shown; null for any other answer. */
export function readExcerpt(
  bytes: Buffer,
  contentType: string | undefined,
  encoding: string | undefined,
): string | null {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const isText = type.startsWith("text/") || type === "application/json" || type.endsWith("+json");
  if (!isText || (encoding !== undefined && encoding.toLowerCase() !== "identity")) return null;
  // A receiver could send back a token that it was sent.
  const text = hideTokens(new TextDecoder().decode(bytes));
  return harmless([...text].slice(0, MAX_CHARACTERS).join(""));
}

/** Replaces control characters besides line breaks and tabs, and those that change the direction of text. */
function harmless(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, REPLACEMENT);
}
