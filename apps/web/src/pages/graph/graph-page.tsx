import { Link } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { useGraph } from "../../features/graph/use-graph.ts";
import type { GraphData } from "../../features/graph/graph-data.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { NoNotesThen } from "../../features/notes/no-notes-then.tsx";
import { EmptyState, ErrorNotice } from "../../kit/ui/states.tsx";
import { GraphExplorer } from "./graph-explorer.tsx";

/** The page that shows the whole graph. */
export function GraphPage() {
  const { graph, error, refetch, loadedNotes } = useGraph();
  const { asOf } = useAsOf();
  return (
    <div className="flex h-full flex-col">
      <title>Graph · Knote</title>
      {graph && graph.notes.length > 0 ? (
        <GraphExplorer graph={graph} />
      ) : (
        <>
          <h1 className="border-b border-line px-4 py-3 text-lg font-semibold tracking-tight">Graph</h1>
          <GraphPlaceholder
            graph={graph}
            error={error}
            loadedNotes={loadedNotes}
            isPast={asOf !== null}
            onRetry={() => void refetch()}
          />
        </>
      )}
    </div>
  );
}

/** Replaces the picture while there is none. */
function GraphPlaceholder({
  graph,
  error,
  loadedNotes,
  isPast,
  onRetry,
}: {
  readonly graph: GraphData | undefined;
  readonly error: unknown;
  readonly loadedNotes: number;
  readonly isPast: boolean;
  readonly onRetry: () => void;
}) {
  if (error) return <ErrorNotice error={error} onRetry={onRetry} />;
  if (!graph) {
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-3">
        <div aria-hidden className="skeleton size-40 rounded-full" />
        <p role="status" className="text-sm text-muted tabular-nums">
          {loadedNotes > 0 ? `${loadedNotes.toLocaleString("en")} notes so far` : "Loading the graph"}
        </p>
      </div>
    );
  }
  if (isPast) return <NoNotesThen />;
  return (
    <EmptyState
      icon={<Share2 size={22} aria-hidden />}
      title="No notes to draw yet"
      action={
        <Link to="/notes/new" className="rounded-md bg-accent px-3.5 py-2 font-medium text-on-accent">
          Write a note
        </Link>
      }
    >
      Every note becomes a point here, and every link a line. Write two notes and link them to see the first line.
    </EmptyState>
  );
}
