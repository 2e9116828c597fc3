import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Scale } from "lucide-react";
import { ShowMore } from "../../kit/ui/show-more.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { CalibrationSection } from "./calibration-section.tsx";
import { DecisionList } from "./decision-list.tsx";
import { DueDecisions } from "./due-decisions.tsx";

const PAGE = 20;
const MOST_SHAKEN = 20;

/** The page of decisions and beliefs: what is due, what no longer holds, and how well the owner judges. */
export function DecisionsPage() {
  const trpc = useTRPC();
  const all = useInfiniteQuery(
    trpc.stances.decisions.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: ({ next }) => next }),
  );
  const decisions = all.data?.pages.flatMap((page) => page.decisions);
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
      <title>Decisions · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Decisions</h1>
      <p className="mt-0.5 text-muted">What you decided and believe, whether it still holds, and what came of it.</p>
      {all.error && !decisions && <ErrorNotice error={all.error} onRetry={() => void all.refetch()} />}
      {!decisions && !all.error && <SkeletonRows count={3} height={72} />}
      {decisions?.length === 0 && <NoDecisions />}
      {decisions && decisions.length > 0 && (
        <>
          <DueDecisions />
          <ShakenDecisions />
          <CalibrationSection />
          <section aria-labelledby="all-decisions" className="mt-8">
            <h2 id="all-decisions" className="pb-2 font-medium">
              All, newest first
            </h2>
            <DecisionList decisions={decisions} />
            <ShowMore pages={all} />
          </section>
        </>
      )}
    </div>
  );
}

function ShakenDecisions() {
  const { stances } = useTRPC();
  const inReview = useQuery(stances.decisions.queryOptions({ holds: "needs_review", limit: MOST_SHAKEN }));
  const inContest = useQuery(stances.decisions.queryOptions({ holds: "contested", limit: MOST_SHAKEN }));
  const shaken = [...(inReview.data?.decisions ?? []), ...(inContest.data?.decisions ?? [])];
  if (shaken.length === 0) return null;
  return (
    <section aria-labelledby="shaken-decisions" className="mt-8">
      <h2 id="shaken-decisions" className="font-medium">
        No longer certain
      </h2>
      <p className="pb-2 text-sm text-muted">What these rest on has changed, or something speaks against them.</p>
      <DecisionList decisions={shaken} />
    </section>
  );
}

function NoDecisions() {
  return (
    <EmptyState
      icon={<Scale size={22} aria-hidden />}
      title="No decisions yet"
      action={
        <Link to="/notes/new" className="rounded-md bg-accent px-3.5 py-2 font-medium text-on-accent">
          Write a note
        </Link>
      }
    >
      Notes of the type decision or belief come here. Say on their page how sure you are and when to look again; later,
      record what came.
    </EmptyState>
  );
}
