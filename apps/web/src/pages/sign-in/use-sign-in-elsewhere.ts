import { useEffect } from "react";
import { useServices } from "../../kit/services.tsx";

/** Calls back when the page is shown again and somebody has signed in meanwhile, by the printed link in another tab. */
export function useSignInElsewhere(onSignIn: () => void): void {
  const { session } = useServices();
  useEffect(() => {
    const leaving = new AbortController();
    const look = () => {
      if (document.visibilityState === "visible")
        void session.token().then(
          () => leaving.signal.aborted || onSignIn(),
          () => undefined,
        );
    };
    window.addEventListener("focus", look, leaving);
    document.addEventListener("visibilitychange", look, leaving);
    return () => leaving.abort();
  }, [session, onSignIn]);
}
