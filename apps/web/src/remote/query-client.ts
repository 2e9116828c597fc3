import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "../kit/errors.ts";
import type { Reachability } from "./reachability.ts";

const FRESH_MS = 30_000;
const RETRIES = 3;

/** Creates a client that refetches little by itself: events of the activity stream mark stale queries. */
export function createQueryClient(reachability: Reachability): QueryClient {
  const noticeLoss = (error: unknown) => {
    if (problemOf(error).kind === "unreachable") reachability.reportLoss();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeLoss }),
    mutationCache: new MutationCache({ onError: noticeLoss }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        retry(count, error) {
          noticeLoss(error);
          return count < RETRIES && problemOf(error).kind === "unreachable";
        },
        retryDelay: 300,
      },
      // A change that cannot be made fails at once, instead of silently waiting for the network.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
