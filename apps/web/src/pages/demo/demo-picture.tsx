import type { DemoGraph } from "@knote/contract";
import { useMemo } from "react";
import { NOTE_TYPE_LOOKS, RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { layoutGraph } from "./layout-graph.ts";

const [WIDTH, HEIGHT, MARGIN] = [900, 520, 26];

/** The graph as a clickable picture; the list below it is the accessible alternative. */
export function DemoPicture({
  graph,
  chosenId,
  citedIds,
  onChoose,
}: {
  readonly graph: DemoGraph;
  readonly chosenId: string | undefined;
  readonly citedIds: ReadonlySet<string>;
  readonly onChoose: (id: string) => void;
}) {
  const places = useMemo(() => {
    const placedNotes = layoutGraph(
      graph.notes.map((note) => note.id),
      graph.links,
    );
    const far = (share: number, size: number) => MARGIN + share * (size - 2 * MARGIN);
    return new Map(placedNotes.map(({ id, x, y }) => [id, { x: far(x, WIDTH), y: far(y, HEIGHT) }]));
  }, [graph]);
  const near = new Set(
    graph.links.flatMap(({ source_id, target_id }) =>
      source_id === chosenId ? [target_id] : target_id === chosenId ? [source_id] : [],
    ),
  );
  const isHighlighted = (id: string) =>
    chosenId === undefined ? citedIds.size === 0 || citedIds.has(id) : id === chosenId || near.has(id);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="block h-auto w-full">
      {graph.links.map(({ source_id, target_id, relation }) => {
        const [from, to] = [places.get(source_id), places.get(target_id)];
        if (!from || !to) return null;
        const { colour, dash } = RELATION_LOOKS[relation];
        const strong =
          chosenId === undefined
            ? isHighlighted(source_id) && isHighlighted(target_id)
            : [source_id, target_id].includes(chosenId);
        return (
          <line
            key={`${source_id}${target_id}${relation}`}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            stroke={colour}
            strokeWidth={strong ? 1.6 : 1}
            strokeDasharray={dash}
            opacity={strong ? 0.75 : 0.16}
          />
        );
      })}
      {graph.notes.map(({ id, title, note_type: type, importance }) => {
        const { x, y } = places.get(id)!;
        const size = 1 + importance * 0.9;
        const { colour, shape } = NOTE_TYPE_LOOKS[type];
        return (
          <g
            key={id}
            transform={`translate(${x} ${y}) scale(${size})`}
            opacity={isHighlighted(id) ? 1 : 0.3}
            className="cursor-pointer"
            onClick={() => onChoose(id)}
          >
            <title>{title}</title>
            <circle r="11" fill="transparent" />
            {id === chosenId && <circle r="9.5" fill="none" stroke="var(--accent)" strokeWidth="1.4" />}
            <path transform="translate(-6 -6)" d={shape} fill={colour} />
          </g>
        );
      })}
    </svg>
  );
}
