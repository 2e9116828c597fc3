/** Calls of one user under way at a time: enough to keep the thread busy, few enough to end soon for other users. */
const AT_ONCE = 4;

/** A queue for each user, so that a call waits behind only a few calls of any other user. */
export interface UserQueues<Call> {
  /** Returns whether the call can begin now; queues it otherwise. */
  begin(user: string, call: Call): boolean;
  /** Call it when a call of the user has ended; returns the call that begins in its place. */
  end(user: string): Call | undefined;
  clear(): void;
}

export function createUserQueues<Call>(): UserQueues<Call> {
  const users = new Map<string, { underWay: number; readonly queue: Call[] }>();
  return {
    begin(user, call) {
      const own = users.get(user) ?? { underWay: 0, queue: [] };
      users.set(user, own);
      if (own.underWay >= AT_ONCE) {
        own.queue.push(call);
        return false;
      }
      own.underWay++;
      return true;
    },
    end(user) {
      const own = users.get(user);
      const next = own?.queue.shift();
      if (own !== undefined && next === undefined && --own.underWay === 0) users.delete(user);
      return next;
    },
    clear: () => users.clear(),
  };
}
