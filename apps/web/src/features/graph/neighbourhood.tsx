import { useQueries, useQuery } from "@tanstack/react-query";
import type { NoteLinks } from "@knote/contract";
import { type LinkedNote, linksOf } from "../notes/links-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { SkeletonRows } from "../../kit/ui/states.tsx";
import { line, NearNote, Stroke } from "./near-note.tsx";
import { placeNeighbours, WIDTH } from "./place-neighbours.ts";

/** Most linked notes drawn with their title; for more, the list of links is the better place. */
const MOST_NEAR = 20;
const MOST_FAR = 40;

/** Draws a note in the middle, its linked notes around it, and the notes linked with those beyond them. */
export function Neighbourhood({ noteId }: { readonly noteId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.links.ofNote.queryOptions({ id: noteId }));
  const all = data ? nearOf(data) : [];
  const near = all.slice(0, MOST_NEAR);
  const beyond = useQueries({ queries: near.map(({ id }) => trpc.links.ofNote.queryOptions({ id })) });
  if (!data) return <SkeletonRows count={1} height={220} />;
  if (near.length === 0)
    return <p className="text-sm text-muted">No links yet, so there is nothing around this note.</p>;
  const links = beyond.map((query) => (query.data ? nearOf(query.data) : []));
  return <Drawing noteId={noteId} near={near} links={links} undrawnCount={all.length - near.length} />;
}

function Drawing({
  noteId,
  near,
  links,
  undrawnCount,
}: {
  readonly noteId: string;
  readonly near: readonly LinkedNote[];
  readonly links: readonly (readonly LinkedNote[])[];
  readonly undrawnCount: number;
}) {
  const nearIds = near.map(({ id }) => id);
  const { height, middle, places, far, between } = placeNeighbours({
    middle: noteId,
    near: nearIds,
    linkedIds: links.map((ones) => ones.map(({ id }) => id)),
    mostFar: MOST_FAR,
  });
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} className="w-full text-[12px]" role="group" aria-label="Linked notes">
        <g aria-hidden fill="none">
          {far.map(({ from, place, id }) => (
            <path key={`${from} ${id}`} d={line(places[from]!, place)} stroke="var(--line)" />
          ))}
          {between.map(([one, other]) => (
            <path key={`${one} ${other}`} d={line(places[one]!, places[other]!)} stroke="var(--line)" />
          ))}
          {near.map(({ id, relation, incoming }, index) => (
            <Stroke
              key={`${id} ${relation} ${incoming}`}
              relation={relation}
              from={middle}
              to={places[index]!}
              incoming={incoming}
            />
          ))}
          {far.map(({ place, id }) => (
            <circle key={id} cx={place.x} cy={place.y} r="2.5" fill="var(--field-line)" />
          ))}
          <circle cx={middle.x} cy={middle.y} r="9" fill="var(--accent)" />
        </g>
        {near.map(({ id, title, relation, incoming }, index) => (
          <NearNote
            key={`${id} ${relation} ${incoming}`}
            id={id}
            title={title}
            relation={relation}
            incoming={incoming}
            place={places[index]!}
          />
        ))}
      </svg>
      <figcaption className="text-sm text-muted">{describeCounts(near.length, undrawnCount, far.length)}</figcaption>
    </figure>
  );
}

/** Returns each linked note once, with its first link. */
function nearOf(links: NoteLinks): LinkedNote[] {
  return linksOf(links).filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index);
}

function describeCounts(near: number, undrawnCount: number, far: number): string {
  const linkedPhrase = `${near + undrawnCount} linked ${near + undrawnCount === 1 ? "note" : "notes"}`;
  const drawnPhrase = undrawnCount > 0 ? `, of which ${near} are shown` : "";
  return `${linkedPhrase}${drawnPhrase}${far > 0 ? `, and ${far} beyond ${near === 1 ? "it" : "them"}` : ""}.`;
}
