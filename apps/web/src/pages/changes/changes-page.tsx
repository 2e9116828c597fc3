import type { ChangeList, GraphChange } from "@knote/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useState } from "react";
import { previousVisit } from "../../features/visits/visits.ts";
import { countOf } from "../../kit/count-of.ts";
import { dayOf } from "../../kit/days.ts";
import { ShowMore } from "../../kit/ui/show-more.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { CHANGE_HEADINGS } from "./change-kinds.ts";
import { ChangeLine } from "./change-line.tsx";
import { timesOf } from "./period.ts";
import { PeriodPicker } from "./period-picker.tsx";

const route = getRouteApi("/frame/changes");
const PAGE = 200;
const day = new Intl.DateTimeFormat("en", { dateStyle: "long" });

/** What is different now from an earlier time, or between two days: one sentence each, grouped by kind. */
export function ChangesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { changes } = useTRPC();
  // Fixed when the page opens, so that a later visit of this tab does not move it.
  const [at] = useState(() => {
    const now = Date.now();
    return { now, previousVisit: previousVisit(localStorage, now) };
  });
  const pages = useInfiniteQuery(
    changes.list.infiniteQueryOptions(
      { ...timesOf(search, at), limit: PAGE },
      { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData },
    ),
  );
  const { data, error, refetch } = pages;
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
      <title>What changed · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">What changed</h1>
      <p className="mt-0.5 text-muted">
        What your notes say now and did not say then. What went and came back is no change.
      </p>
      <PeriodPicker
        search={search}
        hasVisited={at.previousVisit !== null}
        today={dayOf(at.now)}
        onChoose={(next) => void navigate({ search: next })}
      />
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={8} height={40} />}
      {data && <Groups list={data.pages[0]!} changes={data.pages.flatMap((page) => page.changes)} />}
      <ShowMore pages={pages} />
    </div>
  );
}

function Groups({ list, changes }: { readonly list: ChangeList; readonly changes: readonly GraphChange[] }) {
  const { since, kept_since: keptSince, counts } = list;
  const groups = Map.groupBy(changes, ({ kind }) => kind);
  return (
    <>
      {changes.length === 0 && counts.deleted === 0 && (
        <EmptyState icon={<History size={22} aria-hidden />} title="Nothing changed">
          Notes that were written, replaced, contested, archived or linked in this time appear here.
        </EmptyState>
      )}
      {CHANGE_HEADINGS.map(([kind, heading]) => {
        const group = groups.get(kind);
        if (!group) return null;
        return (
          <section key={kind} aria-labelledby={`changes-${kind}`} className="mt-6">
            <h2 id={`changes-${kind}`} className="pb-1 font-medium">
              {heading} <span className="font-normal text-muted tabular-nums">{counts[kind]}</span>
            </h2>
            <ul className="rounded-lg border border-line bg-surface px-4">
              {group.map((change) => (
                <ChangeLine key={keyOf(change)} change={change} />
              ))}
            </ul>
          </section>
        );
      })}
      {counts.deleted > 0 && (
        <p className="mt-6 text-muted">
          {countOf(counts.deleted, "note was deleted and is", "notes were deleted and are")} not shown.
        </p>
      )}
      {since < keptSince && (
        <p className="mt-6 text-sm text-muted">
          Removed links are kept since {day.format(new Date(keptSince))}; before, some changes are missing.
        </p>
      )}
    </>
  );
}

function keyOf({ kind, note, relation, other }: GraphChange): string {
  return `${kind} ${note.id} ${relation ?? ""} ${other?.id ?? ""}`;
}
