import { createSecretKey, type KeyObject } from "node:crypto";

/** HS256 is as strong as its secret: RFC 7518 asks for as many bytes as the hash has. */
export const MIN_SECRET_BYTES = 32;

/** The HS256 key of a secret: its UTF-8 bytes, as other tools take them. */
export function secretKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret, "utf8");
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`A token secret has ${MIN_SECRET_BYTES} bytes or more.`);
  return createSecretKey(bytes);
}
