import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useServices } from "../../app/services.tsx";
import { useTRPC } from "../../remote/trpc.ts";

/** What was dismissed in this browser. */
export function useDismissed(): ReadonlySet<string> {
  const { dismissals } = useServices();
  return useSyncExternalStore(dismissals.subscribe, () => dismissals.keys);
}

/** How much disagrees with itself and was not dismissed; null until that is known. */
export function useWaiting(): { readonly total: number; readonly keys: readonly string[] } | null {
  const trpc = useTRPC();
  const dismissed = useDismissed();
  const { data } = useQuery(trpc.tend.waiting.queryOptions());
  if (!data) return null;
  const keys = data.keys.filter((key) => !dismissed.has(key));
  return { total: data.total - (data.keys.length - keys.length), keys };
}
