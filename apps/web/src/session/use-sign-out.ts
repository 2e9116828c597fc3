import { useQueryClient } from "@tanstack/react-query";
import { useServices } from "../kit/services.tsx";
import { problemOf } from "../kit/errors.ts";
import { authApi } from "./auth-api.ts";

/** Ends this browser's session, in all its tabs. */
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

/** The server has ended the session: nothing of the user stays in the page. */
export function useForgetUser(): () => void {
  const { session } = useServices();
  const queryClient = useQueryClient();
  return () => {
    session.end();
    queryClient.clear();
    forgetAllBut(["knote.theme", "knote.single-keys", "knote.dismissed"]);
  };
}

/** What was written here and not yet saved is nobody else's business; what was dismissed tells ids alone. */
function forgetAllBut(kept: readonly string[]): void {
  const own = Object.keys(localStorage).filter((key) => key.startsWith("knote.") && !kept.includes(key));
  for (const key of own) localStorage.removeItem(key);
}
