import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useMemo } from "react";
import { useGraph } from "../../features/graph/use-graph.ts";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { StatisticsView } from "./statistics-view.tsx";
import { statisticsOf } from "./statistics-of.ts";

/** The page with numbers and charts about the graph. */
export function StatisticsPage() {
  const { graph, error, refetch } = useGraph();
  const statistics = useMemo(() => graph && statisticsOf(graph, Date.now()), [graph]);
  return (
    <div className="mx-auto max-w-5xl px-4 py-8">
      <title>Statistics · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Statistics</h1>
      <div className="mt-5">
        {error && !graph && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!statistics && !error && <SkeletonRows count={4} height={120} />}
        {statistics?.notes === 0 && (
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
