import { randomId } from "../../kit/random-id.ts";
import { useServices } from "../../kit/services.tsx";
import { serverAnswers } from "../../remote/reachability.ts";
import { useAccount } from "../../session/use-session.ts";
import { rememberedUser, type WaitingNote } from "./waiting-notes.ts";

/**
 * Returns a function that keeps a note in this browser if the server cannot be reached, and tells whether it did;
 * `hasFailed`: saving it has just failed. It asks the server first: a note whose answer is lost later would otherwise be stored twice.
 */
export function useKeepWaiting(): (note: WaitingNote, hasFailed: boolean) => Promise<boolean> {
  const { outbox, reachability } = useServices();
  const account = useAccount();
  return async (value, hasFailed) => {
    const userId = account?.id ?? rememberedUser(localStorage);
    const seemsReachable = reachability.reachable && navigator.onLine && !hasFailed;
    if (userId === null || seemsReachable || (await serverAnswers())) return false;
    reachability.reportLoss();
    const entry = { id: randomId(), userId, at: new Date().toISOString(), value, problem: null };
    try {
      await outbox.put(entry);
      return true;
    } catch {
      // Without room in the browser's database the draft stays.
      return false;
    }
  };
}
