import { type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDismissed } from "../../features/tend/use-waiting.ts";
import { useTRPCClient } from "../../remote/trpc.ts";
import { cardsKey, type Decided, isWalkedFor, type Kind, loadCards, openCards } from "./cards.ts";

/** What was decided on this page, oldest first. */
export const DECIDED: QueryKey = ["decided-cards"];

const LISTED_MS = 30_000;
const WALKED_MS = 120_000;
/** So many cards are at hand; more are looked for as they are decided. */
const AT_HAND = 6;
/** Pages that are looked through without being asked to. */
const MOST_UNASKED = 25;

/** What is left to decide of a kind. What is found on a walk over the notes comes bit by bit. */
export function useCards(kind: Kind) {
  const client = useTRPCClient();
  const dismissed = useDismissed();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: cardsKey(kind),
    queryFn: ({ pageParam, signal }) => loadCards(client, kind, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: isWalkedFor(kind) ? WALKED_MS : LISTED_MS,
  });
  const { data: decided } = useQuery<readonly Decided[]>({
    queryKey: DECIDED,
    enabled: false,
    initialData: [],
    gcTime: Infinity,
  });
  const cards = data ? openCards(data.pages, kind, { dismissed, decided }) : [];
  const looksOn = hasNextPage && cards.length < AT_HAND && data!.pages.length < MOST_UNASKED;
  useEffect(() => {
    if (looksOn && !isFetching && !error) void fetchNextPage();
  }, [looksOn, isFetching, error, fetchNextPage]);
  return {
    cards,
    error: data ? null : error,
    retry: () => void refetch(),
    isLooking: !data || isFetching,
    /** Null when everything was looked through. */
    lookFurther: hasNextPage && !looksOn ? () => void fetchNextPage() : null,
  };
}
