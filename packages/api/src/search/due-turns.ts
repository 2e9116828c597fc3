import type { DueNote, VectorIndex } from "../ports/search-index.ts";

/** Users who are looked for at a time; the others have their turn after them. */
const USERS_AT_ONCE = 8;

/** Gives the users whose notes are due turns, so that nobody waits for all of another's notes. */
export interface DueTurns {
  /** Up to `limit` notes of each user whose turn it is; those behind them come next. */
  next(limit: number): Promise<DueNote[][]>;
}

export function createDueTurns(vectors: Pick<VectorIndex, "due">, model: string): DueTurns {
  let last: string | undefined;

  /** From the user behind the last one round to that one again. */
  async function list(limit: number): Promise<Map<string, DueNote[]>> {
    const turns = new Map<string, DueNote[]>();
    for (let place = last, isRound = last === undefined; turns.size < USERS_AT_ONCE;) {
      const page = await vectors.due(model, limit, place);
      const users = Map.groupBy(page, ({ userId }) => userId);
      const fresh = [...users].filter(([userId]) => !turns.has(userId));
      for (const [userId, notes] of fresh) turns.set(userId, notes);
      if (fresh.length < users.size || (isRound && page.length < limit)) break;
      isRound ||= page.length < limit;
      place = page.length < limit ? undefined : page.at(-1)!.userPosition;
    }
    return turns;
  }

  return {
    async next(limit) {
      const turns = [...(await list(limit)).values()];
      last = turns.at(-1)?.at(-1)?.userPosition;
      return turns;
    },
  };
}
