import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RefreshDigests } from "@knote/api";

/** What a text is: a personal token, or the access or refresh token of a grant. */
export type TokenPrefix = "pat" | "oat" | "ort";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
/** The characters of a refresh token that stay the same when it is replaced. */
const FAMILY_LENGTH = 15;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const FORM = /^knote_(pat|oat|ort)_[0-9A-Za-z]{36}$/;

export function newTokenText(prefix: TokenPrefix): string {
  return textOf(prefix, randomText(RANDOM_LENGTH));
}

/** Returns a new refresh token: of the same family as `earlier`, or of a new one. */
export function newRefreshText(earlier?: string): string {
  const family = earlier === undefined ? randomText(FAMILY_LENGTH) : familyOf(earlier);
  return textOf("ort", family + randomText(RANDOM_LENGTH - FAMILY_LENGTH));
}

/** Returns what a text claims to be, judged by its form and checksum alone; null for another text. */
export function prefixOf(text: string): TokenPrefix | null {
  // Safe because the form names these.
  const prefix = (FORM.exec(text)?.[1] ?? null) as TokenPrefix | null;
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH))) ? prefix : null;
}

/** Returns the digest by which the store knows an access token or a personal one. */
export function digestOfText(text: string): string {
  return hash("sha256", text, "base64url");
}

/** Returns the digests by which the store knows a refresh token. */
export function refreshDigestsOf(text: string): RefreshDigests {
  return { family: digestOfText(`family ${familyOf(text)}`), refresh: digestOfText(text) };
}

/** Returns the end of a token, by which its owner recognises it. */
export function hintOf(text: string): string {
  return text.slice(-HINT_LENGTH);
}

function textOf(prefix: TokenPrefix, random: string): string {
  const text = `knote_${prefix}_${random}`;
  return text + checksum(text);
}

function familyOf(refreshText: string): string {
  return refreshText.slice("knote_ort_".length).slice(0, FAMILY_LENGTH);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** CRC32 in base 62: tells a mistyped token, and a scanner's find, from a token that this service made. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
