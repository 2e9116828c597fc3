import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useServices } from "../../kit/services.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { stillWaiting, type StillWaiting } from "./still-waiting.ts";

/** Returns the keys dismissed in this browser. */
export function useDismissed(): ReadonlySet<string> {
  const { dismissals } = useServices();
  return useSyncExternalStore(dismissals.subscribe, () => dismissals.keys);
}

/** Counts the matters that need tending and were not dismissed; null until the server has answered. */
export function useWaiting(): StillWaiting | null {
  const trpc = useTRPC();
  const dismissedKeys = useDismissed();
  const { data } = useQuery(trpc.tend.waiting.queryOptions());
  return useMemo(() => (data ? stillWaiting(data, dismissedKeys) : null), [data, dismissedKeys]);
}
