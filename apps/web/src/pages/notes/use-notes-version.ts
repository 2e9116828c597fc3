import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTRPC } from "../../remote/trpc.ts";

/** Counts how often notes became stale: events and actions invalidate every query that starts with `notes`. */
export function useNotesVersion() {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const counting = useMemo(() => {
    const queryKey = [...trpc.notes.pathKey(), "version"];
    const queryFn = () => (queryClient.getQueryData<number>(queryKey) ?? -1) + 1;
    return queryOptions({ queryKey, queryFn, staleTime: Infinity, gcTime: Infinity });
  }, [queryClient, trpc]);
  const { data: version = 0 } = useQuery(counting);
  /** Resolves with the version, even if notes became stale just now. */
  const latestVersion = useCallback(() => queryClient.fetchQuery(counting), [queryClient, counting]);
  return { version, latestVersion };
}
