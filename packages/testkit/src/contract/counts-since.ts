import type { Storage } from "@knote/api";

/** Returns whether the user's tokens without a session count from exactly this millisecond on. */
export async function countsSince({ sessions }: Storage, userId: string, time: number): Promise<boolean> {
  const counts = (issuedAt: number) => sessions.isTokenValid(userId, { issuedAt, sessionId: null });
  return (await counts(time)) && !(await counts(time - 1));
}
