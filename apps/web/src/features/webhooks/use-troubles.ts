import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTRPC } from "../../remote/trpc.ts";
import { markSeen, troublesOf, unseenTroubles } from "./troubles.ts";

/** Counts the troubles of webhooks that the owner has not looked at. */
export function useUnseenTroubles(): number {
  const troubles = useTroubles();
  // A visit of the page marks them as seen, so they are counted anew after each navigation.
  useRouterState({ select: ({ location }) => location.pathname });
  return troubles ? unseenTroubles(localStorage, troubles).length : 0;
}

/** Marks the troubles that there are as seen: for the page that shows them. */
export function useSeenTroubles(): void {
  const troubles = useTroubles();
  useEffect(() => {
    if (troubles) markSeen(localStorage, troubles);
  }, [troubles]);
}

function useTroubles(): readonly string[] | undefined {
  const { data } = useQuery(useTRPC().webhooks.list.queryOptions());
  return data && troublesOf(data.webhooks, Date.now());
}
