import { getRouteApi } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useIsLive } from "../../remote/activity/activity-provider.tsx";
import { RECENT, HISTORY } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { Chip } from "../../kit/ui/chip.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { EVENT_KINDS, type EventKind } from "./event-kinds.ts";
import { EventLine } from "./event-line.tsx";
import { byDay, dayName, type HistoryEntry, mergeLists, shownOf } from "./history.ts";
import { Operations } from "./operations.tsx";
import { IndexingProgress } from "./indexing-progress.tsx";

const activityRoute = getRouteApi("/frame/activity");

/** Lists all events that the server keeps, and new ones as they happen. */
export function ActivityPage() {
  const { kind } = activityRoute.useSearch();
  const live = useIsLive();
  const trpc = useTRPC();
  const { data: recent } = useQuery(trpc.activity.list.queryOptions(RECENT, { staleTime: Infinity }));
  const history = useQuery(trpc.activity.list.queryOptions(HISTORY));
  const { data, error, refetch } = history;
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
      <title>Activity · Knote</title>
      <header className="flex items-baseline gap-3">
        <h1 className="text-lg font-semibold tracking-tight">Activity</h1>
        <span role="status" className="flex items-center gap-1.5 text-xs text-muted">
          <span aria-hidden className={`size-1.5 rounded-full ${live ? "bg-accent" : "bg-field-line"}`} />
          {live ? "live" : "connecting"}
        </span>
      </header>
      <Filters kind={kind} />
      <IndexingProgress />
      {kind === undefined && <Operations />}
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={8} height={44} />}
      {data && <Days entries={shownOf(mergeLists(recent, data), kind)} isFiltered={kind !== undefined} />}
    </div>
  );
}

function Filters({ kind }: { readonly kind: EventKind | undefined }) {
  const navigate = activityRoute.useNavigate();
  const choose = (next: EventKind | undefined) =>
    void navigate({ search: (old) => ({ ...old, kind: next }), replace: true });
  return (
    <div role="group" aria-label="Show" className="my-4 flex flex-wrap gap-1.5">
      <Chip isPressed={kind === undefined} onPress={() => choose(undefined)}>
        Everything
      </Chip>
      {EVENT_KINDS.map(({ kind: eventKind, label }) => (
        <Chip
          key={eventKind}
          isPressed={kind === eventKind}
          onPress={() => choose(kind === eventKind ? undefined : eventKind)}
        >
          {label}
        </Chip>
      ))}
    </div>
  );
}

function Days({ entries, isFiltered }: { readonly entries: readonly HistoryEntry[]; readonly isFiltered: boolean }) {
  if (entries.length === 0) {
    return isFiltered ? (
      <EmptyState title="No events of this kind">The last thousand events of the past seven days are kept.</EmptyState>
    ) : (
      <EmptyState title="Nothing yet">What you write, link and ask appears here as it happens.</EmptyState>
    );
  }
  return (
    <>
      {byDay(entries).map(({ at, entries: of }) => (
        <section key={at} aria-labelledby={`day${at}`} className="mb-6">
          <h2
            id={`day${at}`}
            className="sticky top-0 z-10 border-b border-line bg-canvas py-2 text-sm font-medium text-muted"
          >
            {dayName(at, Date.now())}
          </h2>
          <ol>
            {of.map(({ id, event }) => (
              <EventLine key={id} event={event} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
