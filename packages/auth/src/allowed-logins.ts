import type { Session } from "@knote/api";

/**
 * Checks whether this person may have a session or a token. The login is null for the owner of a local service, and for
 * a GitHub user for whom the operator made a token before they signed in.
 */
export type IsAllowed = (person: Pick<Session, "userId" | "login">) => boolean;

/**
 * Allows the listed GitHub users, or all if the list is empty. An entry of digits is an account's number, which stays
 * when the login changes hands; any other entry is a login, in any case.
 */
export function allowLogins(allowedUsers: readonly string[]): IsAllowed {
  const allowedNames = new Set(allowedUsers.map((user) => (/^\d+$/.test(user) ? `github:${user}` : inLowerCase(user))));
  return ({ userId, login }) => {
    if (login === null && !userId.startsWith("github:")) return false;
    return (
      allowedNames.size === 0 || allowedNames.has(userId) || (login !== null && allowedNames.has(inLowerCase(login)))
    );
  };
}

/** Allows the owner alone. */
export const allowOwner: IsAllowed = ({ login }) => login === null;

/** Lowers ASCII letters only, as logins are ASCII: some other letters lower to an ASCII one. */
function inLowerCase(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

type SignInSettings =
  | { readonly kind: "external" | "local" }
  | { readonly kind: "github"; readonly allowedUsers: readonly string[] };

/** Returns who may have sessions and tokens: whoever the issuer names, where tokens come from one. */
export function allowBySettings(settings: SignInSettings): IsAllowed {
  if (settings.kind === "github") return allowLogins(settings.allowedUsers);
  return settings.kind === "local" ? allowOwner : () => true;
}
