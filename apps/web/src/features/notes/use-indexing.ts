import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";

const AGAIN_MS = 2_000;

/** Returns how many notes cannot be found by meaning yet. Polls until none is left, as no event announces that. */
export function useIndexing(): number {
  const { data } = useQuery({
    ...useTRPC().tend.indexing.queryOptions(),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? AGAIN_MS : false),
  });
  return data?.pending ?? 0;
}
