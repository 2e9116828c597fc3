import { useMemo } from "react";
import type { Adjacency, GraphData, GraphNote, Neighbour } from "../../features/graph/graph-data.ts";
import { NoteEdge } from "../../features/notes/note-edge.tsx";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RELATION_LOOKS, STATE_NAMES } from "../../features/notes/note-types.ts";
import { TypeIcon } from "../../features/notes/type-icon.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { VirtualList } from "../../kit/ui/virtual-list.tsx";
import type { FilteredGraph } from "./filter-graph.ts";

const MOST_LINKS = 12;

/** The graph as text: each note with its linked notes, most linked first. */
export function GraphList({
  graph,
  adjacency,
  filteredGraph,
}: {
  readonly graph: GraphData;
  readonly adjacency: Adjacency;
  readonly filteredGraph: FilteredGraph;
}) {
  const notes = useMemo(() => notesToList(graph, adjacency, filteredGraph), [graph, adjacency, filteredGraph]);
  const byId = useMemo(() => new Map(graph.notes.map((note) => [note.id, note])), [graph]);
  if (notes.length === 0)
    return <EmptyState title="No notes match">Show more types or states, or search for fewer words.</EmptyState>;
  return (
    <VirtualList items={notes} keyOf={({ id }) => id} estimate={72} label="Notes and their links">
      {(note) => (
        <article className="relative border-b border-line py-2.5 pr-4 pl-5">
          <NoteEdge type={note.type} state={note.state} />
          <span className="flex items-baseline gap-2">
            <TypeIcon type={note.type} size={10} />
            <NoteLink id={note.id} className="font-medium hover:underline">
              {note.title}
            </NoteLink>
            {note.state !== "active" && <span className="text-xs text-muted">{STATE_NAMES[note.state]}</span>}
          </span>
          <Links neighbours={shownNeighbours(adjacency.get(note.id) ?? [], filteredGraph)} byId={byId} />
        </article>
      )}
    </VirtualList>
  );
}

function Links({
  neighbours,
  byId,
}: {
  readonly neighbours: readonly Neighbour[];
  readonly byId: ReadonlyMap<string, GraphNote>;
}) {
  if (neighbours.length === 0) return <p className="pl-[18px] text-sm text-muted">No links</p>;
  return (
    <ul className="pl-[18px] text-sm text-muted">
      {neighbours.slice(0, MOST_LINKS).map(({ id, relation, incoming }) => (
        <li key={`${id} ${relation} ${incoming}`}>
          {RELATION_LOOKS[relation][incoming ? "incoming" : "outgoing"]}{" "}
          <NoteLink id={id} className="text-text hover:underline">
            {byId.get(id)?.title}
          </NoteLink>
        </li>
      ))}
      {neighbours.length > MOST_LINKS && <li>and {neighbours.length - MOST_LINKS} more</li>}
    </ul>
  );
}

function shownNeighbours(neighbours: readonly Neighbour[], { notes, relations }: FilteredGraph): Neighbour[] {
  return neighbours.filter(({ id, relation }) => notes.has(id) && relations.has(relation));
}

function notesToList(
  { notes }: GraphData,
  adjacency: Adjacency,
  { notes: shownIds, matches }: FilteredGraph,
): GraphNote[] {
  const links = ({ id }: GraphNote): number => adjacency.get(id)?.length ?? 0;
  return notes.filter(({ id }) => (matches ?? shownIds).has(id)).toSorted((one, other) => links(other) - links(one));
}
