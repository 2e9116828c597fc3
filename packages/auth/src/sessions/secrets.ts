import { hash, randomBytes } from "node:crypto";

const BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** What nobody can guess, in characters that fit into cookies and addresses. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** What the store knows of a secret; null for what can be none. */
export function digestOf(secret: string): string | null {
  return SECRET.test(secret) ? hash("sha256", secret, "base64url") : null;
}
