interface Lane {
  underWay: number;
  readonly waiting: PromiseWithResolvers<void>[];
  /** Why the user's calls fail at once for now. */
  refusal: { readonly error: unknown } | null;
}

export interface UserLanes {
  /** Runs the work in its user's turn. A failure that `isSlow` fails the user's other calls too, for a while. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
  /** Most calls of one user at a time; further ones wait. */
  readonly most: number;
  readonly coolDownMs?: number;
  readonly isSlow?: (error: unknown) => boolean;
}

/** Keeps one user's slow calls from taking the places of all others. */
export function createUserLanes({ most, coolDownMs = 0, isSlow = () => false }: Options): UserLanes {
  const lanes = new Map<string, Lane>();

  function laneOf(userId: string): Lane {
    const lane = lanes.get(userId) ?? { underWay: 0, waiting: [], refusal: null };
    lanes.set(userId, lane);
    return lane;
  }

  function leave(userId: string, lane: Lane): void {
    lane.waiting.shift()?.resolve();
    const isIdle = lane.underWay === 0 && lane.waiting.length === 0 && lane.refusal === null;
    if (isIdle && lanes.get(userId) === lane) lanes.delete(userId);
  }

  function coolDown(userId: string, lane: Lane, error: unknown): void {
    for (const { reject } of lane.waiting.splice(0)) reject(error);
    if (lane.refusal) return;
    lane.refusal = { error };
    setTimeout(() => {
      lane.refusal = null;
      leave(userId, lane);
    }, coolDownMs).unref();
  }

  return {
    async run(userId, work) {
      const lane = laneOf(userId);
      while (lane.refusal === null && lane.underWay >= most) {
        const turn = Promise.withResolvers<void>();
        lane.waiting.push(turn);
        await turn.promise;
      }
      if (lane.refusal) throw lane.refusal.error;
      lane.underWay++;
      try {
        return await work();
      } catch (error) {
        if (isSlow(error)) coolDown(userId, lane, error);
        throw error;
      } finally {
        lane.underWay--;
        leave(userId, lane);
      }
    },
  };
}
