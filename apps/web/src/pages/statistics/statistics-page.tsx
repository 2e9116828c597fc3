import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useMemo } from "react";
import { useGraph } from "../../features/graph/use-graph.ts";
import { NoNotesThen } from "../../features/notes/no-notes-then.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { endOf } from "../../remote/past/as-of.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { StatisticsView } from "./statistics-view.tsx";
import { statisticsOf } from "./statistics-of.ts";

/** The page with numbers and charts about the graph. */
export function StatisticsPage() {
  const { graph, error, refetch } = useGraph();
  const { asOf } = useAsOf();
  const statistics = useMemo(
    () => graph && statisticsOf(graph, asOf === null ? Date.now() : Date.parse(endOf(asOf))),
    [graph, asOf],
  );
  return (
    <div className="mx-auto max-w-5xl px-4 py-8">
      <title>Statistics · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Statistics</h1>
      <div className="mt-5">
        {error && !graph && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!statistics && !error && <SkeletonRows count={4} height={120} />}
        {statistics?.notes === 0 && asOf !== null && <NoNotesThen />}
        {statistics?.notes === 0 && asOf === null && (
          <EmptyState
            icon={<ChartNoAxesColumn size={22} aria-hidden />}
            title="Nothing to count yet"
            action={
              <Link to="/notes/new" className="rounded-md bg-accent px-3.5 py-2 font-medium text-on-accent">
                Write a note
              </Link>
            }
          >
            Once you have notes, this page shows how your graph grows and what holds it together.
          </EmptyState>
        )}
        {statistics && statistics.notes > 0 && <StatisticsView statistics={statistics} />}
      </div>
    </div>
  );
}
