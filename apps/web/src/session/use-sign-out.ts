import { useQueryClient } from "@tanstack/react-query";
import { countOf } from "../kit/count-of.ts";
import { useServices } from "../kit/services.tsx";
import { problemOf } from "../kit/errors.ts";
import { authApi } from "./auth-api.ts";

/** Returns a function that ends this browser's session in all its tabs. */
export function useSignOut(): () => Promise<void> {
  const { toasts } = useServices();
  const isUnsent = useUnsent();
  const forgetUser = useForgetUser();
  return async () => {
    if (await isUnsent()) return;
    try {
      await authApi.signOut();
      forgetUser();
    } catch (error) {
      toasts.showProblem(problemOf(error));
    }
  };
}

/**
 * Returns a function that tells whether notes wait in this browser, and says so. Signing out would delete them, as it
 * deletes all that is private.
 */
export function useUnsent(): () => Promise<boolean> {
  const { outbox, toasts } = useServices();
  return async () => {
    await outbox.load();
    const count = outbox.entries.length;
    const text = `${countOf(count, "note waits", "notes wait")} to be sent from this browser. Send or delete first.`;
    if (count > 0) toasts.show({ text });
    return count > 0;
  };
}

/** Returns a function that removes the user's data from the page, after the server ended the session. */
export function useForgetUser(): () => void {
  const { session, outbox } = useServices();
  const queryClient = useQueryClient();
  return () => {
    session.end();
    queryClient.clear();
    void outbox.clear().catch(() => undefined);
    forgetAllBut(["knote.theme", "knote.single-keys", "knote.dismissed"]);
  };
}

/** Removes stored data such as unsaved drafts, which are private; dismissals stay, as they hold only ids. */
function forgetAllBut(keysToKeep: readonly string[]): void {
  const own = Object.keys(localStorage).filter((key) => key.startsWith("knote.") && !keysToKeep.includes(key));
  for (const key of own) localStorage.removeItem(key);
}
