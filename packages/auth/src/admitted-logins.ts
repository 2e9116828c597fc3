/** Whether a session of this login may go on; null: of the owner of a service for one person. */
export type Admits = (login: string | null) => boolean;

/** People of GitHub: those who are named, however their logins are written, or everybody. */
export function admitLogins(allowedUsers: readonly string[]): Admits {
  const allowed = new Set(allowedUsers.map((login) => login.toLowerCase()));
  return (login) => login !== null && (allowed.size === 0 || allowed.has(login.toLowerCase()));
}

/** The owner alone. */
export const admitOwner: Admits = (login) => login === null;
