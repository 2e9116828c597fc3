/** Calls of one user under way at a time: enough to keep the thread busy, few enough to end soon for other users. */
const AT_ONCE = 4;

/** A queue for each user, so that a call waits behind only a few calls of any other user. */
export interface UserLines<Call> {
  /** Returns whether the call can begin now; queues it otherwise. */
  begin(user: string, call: Call): boolean;
  /** Call it when a call of the user has ended; returns the call that begins in its place. */
  end(user: string): Call | undefined;
  clear(): void;
}

export function createUserLines<Call>(): UserLines<Call> {
  const users = new Map<string, { underWay: number; readonly line: Call[] }>();
  return {
    begin(user, call) {
      const own = users.get(user) ?? { underWay: 0, line: [] };
      users.set(user, own);
      if (own.underWay >= AT_ONCE) {
        own.line.push(call);
        return false;
      }
      own.underWay++;
      return true;
    },
    end(user) {
      const own = users.get(user);
      const next = own?.line.shift();
      if (own !== undefined && next === undefined && --own.underWay === 0) users.delete(user);
      return next;
    },
    clear: () => users.clear(),
  };
}
