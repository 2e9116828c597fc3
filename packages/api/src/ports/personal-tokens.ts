import type { NewToken } from "@knote/contract";
import type { Session } from "./session-store.ts";
import type { StoredToken } from "./token-store.ts";

/** The user's stored tokens. Their texts are known to whoever made them alone. */
export interface PersonalTokens {
  /** Makes a token and returns it with its text, this once. Throws CONFLICT when the user has too many. */
  create(
    owner: Pick<Session, "userId" | "login">,
    token: NewToken,
  ): Promise<{ readonly token: StoredToken; readonly text: string }>;
  list(userId: string): Promise<StoredToken[]>;
  /** Ends a token. Returns false when the user has none with this id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends the token of this text, or the grant that it belongs to, and returns it; null for an unknown text. */
  endByText(text: string): Promise<Pick<StoredToken, "id" | "userId"> | null>;
}
