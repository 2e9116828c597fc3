import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useServices } from "../kit/services.tsx";
import type { SessionState } from "./session.ts";
import { useSessionState } from "./use-session.ts";

/** Returns the session's state; sends visitors to sign in and back here afterwards. */
export function useRequiredSession(): SessionState {
  const { session } = useServices();
  const state = useSessionState();
  const router = useRouter();
  // The queries report an unreachable server, and wait for it.
  useEffect(() => void session.token().catch(() => undefined), [session]);
  useEffect(() => {
    if (state !== "signed-out") return;
    const { href } = router.state.location;
    void router.navigate({ to: "/signin", search: href === "/" ? {} : { return_to: href }, replace: true });
  }, [state, router]);
  return state;
}
