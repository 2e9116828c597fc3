import type { Storage, StoredToken } from "@knote/api";
import { aToken } from "../../builders/a-token.ts";
import { freshId } from "../../builders/fresh-id.ts";

/** Stores a token and returns it with its digest. */
export async function givenToken<T extends StoredToken = StoredToken>(
  { tokens }: Storage,
  userId: string,
  // Safe because a caller with another type passes such a token.
  token: T = aToken(userId) as T,
): Promise<{ readonly digest: string; readonly token: T }> {
  const digest = freshId();
  if (!(await tokens.create(digest, token, Infinity))) throw new Error("There was no room for the token.");
  return { digest, token };
}
