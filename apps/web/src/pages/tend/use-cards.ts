import { type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPCClient } from "../../remote/trpc.ts";
import { cardsKey, type CardDecision, isWalkedFor, type Kind, loadCards, openCards } from "./cards.ts";

/** Key of the decisions made on this page, oldest first. */
export const DECIDED_CARDS: QueryKey = ["decided-cards"];

const LISTED_MS = 30_000;
const WALKED_MS = 120_000;
/** Cards to have ready; more are fetched as they are decided. */
const AT_HAND = 6;
/** Most pages fetched without the user asking for more. */
const MOST_UNASKED = 25;

/** Returns the open cards of a kind; those found by a walk over all notes arrive page by page. */
export function useCards(kind: Kind) {
  const client = useTRPCClient();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: cardsKey(kind),
    queryFn: ({ pageParam, signal }) => loadCards(client, kind, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: isWalkedFor(kind) ? WALKED_MS : LISTED_MS,
  });
  const { data: decisions } = useQuery<readonly CardDecision[]>({
    queryKey: DECIDED_CARDS,
    enabled: false,
    initialData: [],
    gcTime: Infinity,
  });
  const cards = data ? openCards(data.pages, kind, decisions) : [];
  const looksOn = hasNextPage && cards.length < AT_HAND && data!.pages.length < MOST_UNASKED;
  useEffect(() => {
    if (looksOn && !isFetching && !error) void fetchNextPage();
  }, [looksOn, isFetching, error, fetchNextPage]);
  return {
    cards,
    error: data ? null : error,
    retry: () => void refetch(),
    isLooking: !data || isFetching,
    /** Fetches more on request; null when there is no more. */
    lookFurther: hasNextPage && !looksOn ? () => void fetchNextPage() : null,
  };
}
