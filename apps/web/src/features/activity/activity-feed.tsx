import { useQuery } from "@tanstack/react-query";
import { RECENT } from "../../remote/activity/apply-event.ts";
import { useIsLive } from "../../remote/activity/activity-provider.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { SentenceOf } from "./sentence-of.tsx";

/** Lists recent events and adds new ones as they happen. */
export function ActivityFeed() {
  const trpc = useTRPC();
  const live = useIsLive();
  const { data, error, refetch } = useQuery(trpc.activity.list.queryOptions(RECENT, { staleTime: Infinity }));
  return (
    <section aria-label="Activity" className="flex min-h-0 flex-1 flex-col">
      <h2 className="flex items-center gap-2 px-4 pt-4 pb-2 text-sm font-medium">
        Activity
        <span className="ml-auto flex items-center gap-1.5 text-xs font-normal text-muted">
          <span aria-hidden className={`size-1.5 rounded-full ${live ? "bg-accent" : "bg-field-line"}`} />
          {live ? "live" : "connecting"}
        </span>
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4" tabIndex={0} role="group" aria-label="Latest events">
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={6} height={36} />}
        {data?.events.length === 0 && (
          <EmptyState title="Nothing yet">What you write, link and ask appears here.</EmptyState>
        )}
        <ol>
          {data?.events.map(({ id, data: event }) => (
            <li key={id} className="flex items-baseline gap-3 border-b border-line py-2 text-sm last:border-0">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <SentenceOf event={event} />
              </span>
              <RelativeTime at={event.timestamp} className="text-xs text-muted" />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
