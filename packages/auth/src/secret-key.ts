import { createSecretKey, type KeyObject } from "node:crypto";
import { MIN_SECRET_BYTES } from "@knote/contract";

/** The HS256 key of a secret: its UTF-8 bytes, as other tools take them. */
export function secretKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret, "utf8");
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`A token secret has ${MIN_SECRET_BYTES} bytes or more.`);
  return createSecretKey(bytes);
}
