import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useAccount } from "../../session/use-session.ts";
import { countGraph } from "../../features/graph/count-graph.ts";
import { adjacencyOf, type GraphData } from "../../features/graph/graph-data.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useBeside } from "../../features/notes/use-beside.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { DEFAULT_STEPS, filterGraph } from "./filter-graph.ts";
import { GraphBar } from "./graph-bar.tsx";
import { GraphList } from "./graph-list.tsx";
import { GraphPicture } from "./graph-picture.tsx";
import type { GraphSearch } from "./graph-search.ts";
import { Legend } from "./legend.tsx";
import { hasWebGl } from "./scene/has-webgl.ts";

const graphRoute = getRouteApi("/frame/graph");

export function GraphExplorer({ graph }: { readonly graph: GraphData }) {
  const search = graphRoute.useSearch();
  const navigate = graphRoute.useNavigate();
  const beside = useBeside();
  const account = useAccount();
  const { asOf } = useAsOf();
  const [canDraw] = useState(hasWebGl);
  const [isLegendOpen, setLegendOpen] = useState(false);
  const [current, setCurrent] = useState<string | null>(beside.id);
  const [lastBeside, setLastBeside] = useState(beside.id);
  if (beside.id !== lastBeside) {
    setLastBeside(beside.id);
    if (beside.id !== null) setCurrent(beside.id);
  }
  const change = (part: Partial<GraphSearch>, replace = true): void =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace });

  const counts = useMemo(() => countGraph(graph), [graph]);
  const adjacency = useMemo(() => adjacencyOf(graph.links), [graph]);
  const { types, states, relations, tag, find, around, steps, circles } = useDeferredValue(search);
  const filteredGraph = useMemo(
    () => filterGraph(graph, { types, states, relations, tag, find, around, steps, circles }),
    [graph, types, states, relations, tag, find, around, steps, circles],
  );
  const view = useMemo(() => ({ ...filteredGraph, current }), [filteredGraph, current]);
  const leave = (): boolean => {
    if (beside.id !== null) beside.close();
    else if (current !== null) setCurrent(null);
    else if (search.around !== undefined) change({ around: undefined, steps: undefined }, false);
    else if (search.circles) change({ circles: undefined }, false);
    else return false;
    return true;
  };
  useShortcut("l", { label: "Picture or list", group: "Graph", when: canDraw }, () =>
    change({ view: search.view ? undefined : "list" }, false),
  );
  const isList = search.view === "list" || !canDraw;
  return (
    <>
      <GraphBar
        graph={graph}
        filteredGraph={filteredGraph}
        search={search}
        canDraw={canDraw}
        onChange={change}
        isLegendOpen={isLegendOpen}
        onLegend={() => setLegendOpen(!isLegendOpen)}
      />
      <div className="relative flex min-h-0 flex-1">
        <aside
          aria-label="Legend and filters"
          className={`${isLegendOpen ? "absolute inset-y-0 left-0 z-10 shadow-raised" : "hidden"} w-52 shrink-0 overflow-y-auto border-r border-line bg-surface px-4 py-3 md:static md:block md:shadow-none`}
        >
          <Legend counts={counts} search={search} onChange={change} />
        </aside>
        <div className="min-w-0 flex-1">
          {isList && <GraphList graph={graph} adjacency={adjacency} filteredGraph={filteredGraph} />}
          {!isList && account && (
            <GraphPicture
              graph={graph}
              adjacency={adjacency}
              view={view}
              scope={around === undefined ? (circles ? "circles" : "") : `${around} ${steps ?? DEFAULT_STEPS}`}
              userId={account.id}
              storesLayout={asOf === null}
              onCurrent={setCurrent}
              onOpen={beside.open}
              onFocus={(id) => {
                setCurrent(id);
                change({ around: id, steps: search.steps ?? DEFAULT_STEPS }, false);
              }}
              onList={() => change({ view: "list" }, false)}
              onLeave={leave}
            />
          )}
        </div>
      </div>
    </>
  );
}
