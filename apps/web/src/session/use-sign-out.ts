import { useQueryClient } from "@tanstack/react-query";
import { useServices } from "../kit/services.tsx";
import { problemOf } from "../kit/errors.ts";
import { authApi } from "./auth-api.ts";

/** Returns a function that ends this browser's session in all its tabs. */
export function useSignOut(): () => Promise<void> {
  const { toasts } = useServices();
  const forgetUser = useForgetUser();
  return async () => {
    try {
      await authApi.signOut();
      forgetUser();
    } catch (error) {
      toasts.showProblem(problemOf(error));
    }
  };
}

/** Returns a function that removes the user's data from the page, after the server ended the session. */
export function useForgetUser(): () => void {
  const { session } = useServices();
  const queryClient = useQueryClient();
  return () => {
    session.end();
    queryClient.clear();
    forgetAllBut(["knote.theme", "knote.single-keys", "knote.dismissed"]);
  };
}

/** Removes stored data such as unsaved drafts, which are private; dismissals stay, as they hold only ids. */
function forgetAllBut(keysToKeep: readonly string[]): void {
  const own = Object.keys(localStorage).filter((key) => key.startsWith("knote.") && !keysToKeep.includes(key));
  for (const key of own) localStorage.removeItem(key);
}
