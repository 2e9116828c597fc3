import { mintToken } from "../../packages/auth/src/index.ts";

export const SECRET = "the secret of a benchmark, known to all";
const LIFETIME_SECONDS = 6 * 3_600;

/** Returns the names of `count` users. */
export function benchUsers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `bench:${index}`);
}

export function tokensOf(users: readonly string[]): Promise<string[]> {
  return Promise.all(users.map((sub) => mintToken({ secret: SECRET, sub, lifetimeSeconds: LIFETIME_SECONDS })));
}
