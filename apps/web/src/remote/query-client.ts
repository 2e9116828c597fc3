import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
} from "@tanstack/react-query";
import { problemOf } from "../kit/errors.ts";
import type { Reachability } from "./reachability.ts";

const FRESH_MS = 30_000;
const RETRIES = 3;

/** Creates a client that refetches little by itself: events of the activity stream mark stale queries. */
export function createQueryClient(reachability: Reachability): QueryClient {
  const noticeLoss = (error: unknown) => {
    if (problemOf(error).kind === "unreachable") reachability.reportLoss();
  };
  return new FollowingClient({
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

/** A first load that was under way at an invalidation may have read what was before, so another load follows it. */
class FollowingClient extends QueryClient {
  readonly #followedLoads = new WeakSet<Query>();

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}) {
    const loads = this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
    for (const query of loads) if (query.state.data === undefined) void this.#follow(query);
    await super.invalidateQueries(filters, options);
  }

  async #follow(query: Query): Promise<void> {
    if (this.#followedLoads.has(query)) return;
    this.#followedLoads.add(query);
    try {
      await query.promise;
    } catch {
      // Whoever shows the failure offers to load again.
      return;
    } finally {
      this.#followedLoads.delete(query);
    }
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
