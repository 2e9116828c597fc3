import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";

const AGAIN_MS = 2_000;

/** How many of one's notes are not found by what they mean yet. No event tells of the last: it is asked until then. */
export function useIndexing(): number {
  const { data } = useQuery({
    ...useTRPC().tend.indexing.queryOptions(),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? AGAIN_MS : false),
  });
  return data?.pending ?? 0;
}
