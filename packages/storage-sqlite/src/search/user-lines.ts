/** Calls of one user that are under way at a time: enough to keep the thread busy, and soon over for whoever comes next. */
const AT_ONCE = 4;

/** A line for each user, so that however many calls one makes, another's is behind a few of them. */
export interface UserLines<Call> {
  /** Whether the call may begin now; else it waits. */
  begin(user: string, call: Call): boolean;
  /** One of the user's calls has ended: the one that begins in its place. */
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
