import { eraseAccount, type Session, type Sessions } from "@knote/api";
import type { SignOuts } from "../sign-out/sign-outs.ts";

interface SignOutDeps {
  readonly sessions: Pick<Sessions, "end" | "endAll">;
  readonly signOuts: SignOuts;
}

/** Ends a session and all requests that it began, even if another request ends it at the same moment. */
export async function endSession({ sessions, signOuts }: SignOutDeps, { userId, id }: Session): Promise<void> {
  await sessions.end(userId, id);
  await signOuts.end({ userId, sessionId: id });
}

/** Ends the user's session with this id; returns false when there is none. */
export async function endSessionOf({ sessions, signOuts }: SignOutDeps, userId: string, id: string): Promise<boolean> {
  const isEnded = await sessions.end(userId, id);
  // The memory of ended sessions is bounded: invented ids must not fill it.
  if (isEnded) await signOuts.end({ userId, sessionId: id });
  return isEnded;
}

/** Ends every session of the user, and all requests that their tokens began. */
export async function endAllSessions({ sessions, signOuts }: SignOutDeps, userId: string): Promise<void> {
  await sessions.endAll(userId);
  await signOuts.end({ userId, sessionId: null });
}

/** Erases the user's account, and ends all requests that their tokens began. */
export async function endAccount(
  { signOuts, services }: Pick<SignOutDeps, "signOuts"> & { readonly services: Parameters<typeof eraseAccount>[0] },
  userId: string,
): Promise<void> {
  const all = { userId, sessionId: null };
  // A write that is still running could store something after the erasure has removed its kind.
  await signOuts.end(all);
  await eraseAccount(services, userId);
  await signOuts.end(all);
}
