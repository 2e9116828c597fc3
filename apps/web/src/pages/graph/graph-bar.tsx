import { List, ListFilter, Search, Share2, X } from "lucide-react";
import { useMemo } from "react";
import type { GraphData } from "../../features/graph/graph-data.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import { DEFAULT_STEPS, type FilteredGraph } from "./filter-graph.ts";
import { graphInWords } from "./graph-in-words.ts";
import type { GraphSearch } from "./graph-search.ts";

const STEPS = [1, 2, 3] as const;

/** The search, the neighbourhood, and a sentence about what the page shows. */
export function GraphBar({
  graph,
  filteredGraph,
  search,
  canDraw,
  onChange,
  isLegendOpen,
  onLegend,
}: {
  readonly graph: GraphData;
  readonly filteredGraph: FilteredGraph;
  readonly search: GraphSearch;
  readonly canDraw: boolean;
  readonly onChange: (change: Partial<GraphSearch>, replace?: boolean) => void;
  readonly isLegendOpen: boolean;
  readonly onLegend: () => void;
}) {
  const isList = search.view === "list" || !canDraw;
  const words = useMemo(() => graphInWords(graph, filteredGraph), [graph, filteredGraph]);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
      <h1 className="text-lg font-semibold tracking-tight">Graph</h1>
      <IconButton label="Legend and filters" aria-expanded={isLegendOpen} onClick={onLegend} className="md:hidden">
        <ListFilter size={16} />
      </IconButton>
      <p role="status" className="order-last w-full text-sm text-muted tabular-nums sm:order-none sm:w-auto">
        {words}
      </p>
      <div className="ml-auto flex min-w-0 flex-1 justify-end gap-2">
        <label className="flex h-8 max-w-64 min-w-0 flex-1 items-center gap-2 rounded-md border border-field-line bg-surface px-2.5 focus-within:outline-2 focus-within:outline-accent">
          <Search size={14} aria-hidden className="shrink-0 text-muted" />
          <input
            aria-label="Find in the graph"
            placeholder="Find in the graph"
            value={search.find ?? ""}
            onChange={(event) => onChange({ find: event.target.value || undefined })}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || !search.find) return;
              event.preventDefault();
              onChange({ find: undefined });
            }}
            className="min-w-0 flex-1 bg-transparent outline-none"
          />
        </label>
        {canDraw && (
          <Button className="h-8! px-2.5" onClick={() => onChange({ view: isList ? undefined : "list" }, false)}>
            {isList ? <Share2 size={15} aria-hidden /> : <List size={15} aria-hidden />}
            {isList ? "Picture" : "List"}
          </Button>
        )}
      </div>
      {search.around !== undefined && (
        <Neighbourhood graph={graph} search={{ ...search, around: search.around }} onChange={onChange} />
      )}
      {search.circles && (
        <div role="group" aria-label="Circles" className="flex w-full items-center gap-2 text-sm text-muted">
          {filteredGraph.notes.size === 0
            ? "No notes rest on each other in a circle"
            : "Notes that rest on each other in a circle"}
          <IconButton
            label="Show the whole graph"
            onClick={() => onChange({ circles: undefined }, false)}
            className="size-6"
          >
            <X size={14} />
          </IconButton>
        </div>
      )}
      {!canDraw && (
        <p className="w-full text-sm text-muted">
          This browser offers no WebGL 2, which the picture needs. Here is the graph as a list.
        </p>
      )}
    </header>
  );
}

function Neighbourhood({
  graph,
  search,
  onChange,
}: {
  readonly graph: GraphData;
  readonly search: GraphSearch & { readonly around: string };
  readonly onChange: (change: Partial<GraphSearch>, replace?: boolean) => void;
}) {
  const note = useMemo(() => graph.notes.find(({ id }) => id === search.around), [graph, search.around]);
  return (
    <div role="group" aria-label="Neighbourhood" className="flex w-full min-w-0 items-center gap-2 text-sm">
      <span className="min-w-0 truncate text-muted">
        Around <span className="text-text">{note?.title ?? "an unknown note"}</span>
      </span>
      {STEPS.map((steps) => (
        <Chip key={steps} isPressed={(search.steps ?? DEFAULT_STEPS) === steps} onPress={() => onChange({ steps })}>
          {steps === 1 ? "1 step" : `${steps} steps`}
        </Chip>
      ))}
      <IconButton
        label="Show the whole graph"
        onClick={() => onChange({ around: undefined, steps: undefined }, false)}
        className="size-6"
      >
        <X size={14} />
      </IconButton>
    </div>
  );
}
