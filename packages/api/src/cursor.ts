import { invalidCursor } from "./errors.ts";

/** Encodes a position between two pages; opaque to callers. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return btoa(encodeURIComponent(JSON.stringify(parts)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Decodes a cursor of `encodeCursor` into values of the given kinds. Throws INVALID for any other text. */
export function decodeCursor(cursor: string, kinds: readonly ("string" | "number")[]): (string | number)[] {
  const parts = parse(cursor);
  if (
    !Array.isArray(parts) ||
    parts.length !== kinds.length ||
    !parts.every((part, index) => typeof part === kinds[index])
  ) {
    throw invalidCursor();
  }
  return parts as (string | number)[];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return null;
  }
}
