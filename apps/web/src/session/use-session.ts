import { AuthFailure } from "../kit/failures.ts";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useServices } from "../kit/services.tsx";
import { type Account, authApi } from "./auth-api.ts";
import type { SessionState } from "./session.ts";

export function useSessionState(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

/** Returns the account of the signed-in user, once loaded. */
export function useAccount(): Account | undefined {
  const state = useSessionState();
  return useQuery({
    queryKey: ["account"],
    enabled: state === "signed-in",
    staleTime: Infinity,
    retry: (count, error) => !(error instanceof AuthFailure) && count < 3,
    queryFn: authApi.account,
  }).data;
}
