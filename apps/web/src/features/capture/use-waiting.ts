import { useSyncExternalStore } from "react";
import { useServices } from "../../kit/services.tsx";
import { useAccount } from "../../session/use-session.ts";
import { rememberedUser, waitingOf, type WaitingEntry } from "./waiting-notes.ts";

/** The notes of this user that wait to be sent. */
export function useWaiting(): readonly WaitingEntry[] {
  const { outbox } = useServices();
  const entries = useSyncExternalStore(outbox.subscribe, () => outbox.entries);
  const account = useAccount();
  return waitingOf(entries, account?.id ?? rememberedUser(localStorage));
}
