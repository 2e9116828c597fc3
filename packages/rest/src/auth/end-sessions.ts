import { eraseAccount, type Session, type Sessions } from "@knote/api";
import type { SignOuts } from "../sign-out/sign-outs.ts";

interface Parts {
  readonly sessions: Pick<Sessions, "end" | "endAll">;
  readonly signOuts: SignOuts;
}

/** Ends a session that was found with all that it began, also when another request ends it at this moment. */
export async function endSession({ sessions, signOuts }: Parts, { userId, id }: Session): Promise<void> {
  await sessions.end(userId, id);
  await signOuts.end({ userId, sessionId: id });
}

/** Ends the session of the id, if there is one: false when there is none. */
export async function endSessionOf({ sessions, signOuts }: Parts, userId: string, id: string): Promise<boolean> {
  const isEnded = await sessions.end(userId, id);
  // What is remembered of ends is bounded: ids that somebody made up take no place in it.
  if (isEnded) await signOuts.end({ userId, sessionId: id });
  return isEnded;
}

/** Ends every session of the user, and all that any token of theirs began. */
export async function endAllSessions({ sessions, signOuts }: Parts, userId: string): Promise<void> {
  await sessions.endAll(userId);
  await signOuts.end({ userId, sessionId: null });
}

/** Erases the user's account, and ends all that any token of theirs began. */
export async function endAccount(
  { signOuts, services }: Pick<Parts, "signOuts"> & { readonly services: Parameters<typeof eraseAccount>[0] },
  userId: string,
): Promise<void> {
  const all = { userId, sessionId: null };
  // What writes now would be there when its turn to be removed has passed.
  await signOuts.end(all);
  await eraseAccount(services, userId);
  await signOuts.end(all);
}
