import { createSecretKey, type KeyObject } from "node:crypto";
import { MIN_SECRET_BYTES } from "@knote/contract";

/** Returns the HS256 key of a secret: its UTF-8 bytes, as in other tools. */
export function secretKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret, "utf8");
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`A token secret needs ${MIN_SECRET_BYTES} bytes or more.`);
  return createSecretKey(bytes);
}
