import type { Storage } from "@knote/api";

/** Whether the user's tokens that no session made count from this very millisecond on. */
export async function countsSince({ sessions }: Storage, userId: string, time: number): Promise<boolean> {
  const counts = (issuedAt: number) => sessions.tokenCounts(userId, { issuedAt, sessionId: null });
  return (await counts(time)) && !(await counts(time - 1));
}
