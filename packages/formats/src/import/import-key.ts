import { LIMITS } from "@knote/contract";

const HASH_LENGTH = 16;

/** Names a note for all imports of its source, within the length of a key. */
export function importKey(reader: string, source: string, own: string): string {
  const key = `${reader}:${source}:${own}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").trim();
  const signs = [...key];
  if (signs.length <= LIMITS.importKeyLength) return key;
  return `${signs.slice(0, LIMITS.importKeyLength - HASH_LENGTH - 1).join("")}~${hashOf(key)}`;
}

/** Returns FNV-1a of 64 bits: it only tells long keys of one person apart. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(HASH_LENGTH, "0");
}
