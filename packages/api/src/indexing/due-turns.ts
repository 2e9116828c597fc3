import type { DueNote, VectorIndex } from "../ports/search-index.ts";

/** Users per round; the others have their turn after them. */
const USERS_AT_ONCE = 8;

/** Lets users with due notes take turns, so that nobody waits for all notes of another user. */
export interface DueTurns {
  /** Returns up to `limit` notes of each user whose turn it is; the next call goes on with the users after them. */
  next(limit: number): Promise<Turns>;
}

export interface Turns {
  readonly turns: readonly (readonly DueNote[])[];
  /** Whether users were skipped because their indexing is paused. */
  readonly isHolding: boolean;
}

interface Options {
  readonly vectors: Pick<VectorIndex, "due">;
  readonly model: string;
  readonly isHeld: (userId: string) => boolean;
}

export function createDueTurns({ vectors, model, isHeld }: Options): DueTurns {
  let last: string | undefined;

  /** Lists due notes by user, from the user after the last one once around. */
  async function list(limit: number): Promise<Map<string, DueNote[]>> {
    const dueByUser = new Map<string, DueNote[]>();
    for (let place = last, isRound = last === undefined; countFree(dueByUser) < USERS_AT_ONCE;) {
      const page = await vectors.due(model, limit, place);
      const users = Map.groupBy(page, ({ userId }) => userId);
      const fresh = [...users].filter(([userId]) => !dueByUser.has(userId));
      for (const [userId, notes] of fresh) dueByUser.set(userId, notes);
      if (fresh.length < users.size || (isRound && page.length < limit)) break;
      isRound ||= page.length < limit;
      place = page.length < limit ? undefined : page.at(-1)!.userPosition;
    }
    return dueByUser;
  }

  function countFree(dueByUser: ReadonlyMap<string, unknown>): number {
    return [...dueByUser.keys()].filter((userId) => !isHeld(userId)).length;
  }

  return {
    async next(limit) {
      const userEntries = [...(await list(limit))];
      last = userEntries.at(-1)?.[1].at(-1)?.userPosition;
      const free = userEntries.filter(([userId]) => !isHeld(userId));
      return { turns: free.map(([, notes]) => notes), isHolding: free.length < userEntries.length };
    },
  };
}
