import type { Session } from "@knote/api";

/** Whether a session of this person may go on; a login of null: of the owner of a service for one person. */
export type Admits = (person: Pick<Session, "userId" | "login">) => boolean;

/**
 * People of GitHub: those who are named, or everybody. A name in digits is the number of an account, which stays when
 * the login is given away; any other is a login, however its letters are written.
 */
export function admitLogins(allowedUsers: readonly string[]): Admits {
  const allowed = new Set(allowedUsers.map((user) => (/^\d+$/.test(user) ? `github:${user}` : inLowerCase(user))));
  return ({ userId, login }) =>
    login !== null && (allowed.size === 0 || allowed.has(userId) || allowed.has(inLowerCase(login)));
}

/** The owner alone. */
export const admitOwner: Admits = ({ login }) => login === null;

/** Of ASCII alone, as logins are: elsewhere are letters that become one of these. */
function inLowerCase(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
