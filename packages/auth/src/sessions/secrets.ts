import { hash, randomBytes } from "node:crypto";

const BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** Returns a random secret in characters that fit into cookies and addresses. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** Returns the digest under which a secret is stored; null for a text of another form. */
export function digestOf(secret: string): string | null {
  return SECRET.test(secret) ? hash("sha256", secret, "base64url") : null;
}
