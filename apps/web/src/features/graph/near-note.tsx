import type { Relation } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import type { LinkedNote } from "../notes/links-of.ts";
import { NoteLink } from "../notes/note-link.tsx";
import { isSetAside, NOTE_TYPE_LOOKS, RELATION_LOOKS } from "../notes/note-types.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { type Place, WIDTH } from "./place-neighbours.ts";

const LABEL_LENGTH = 31;

/** A linked note drawn as a mark with its title; both open it. */
export function NearNote({ id, title, relation, incoming, place }: LinkedNote & { readonly place: Place }) {
  const trpc = useTRPC();
  const { data: note } = useQuery(trpc.notes.get.queryOptions({ id }));
  const isLeft = place.x < WIDTH / 2;
  const look = note && NOTE_TYPE_LOOKS[note.note_type];
  const setAside = note !== undefined && isSetAside(note.state);
  return (
    <NoteLink id={id} className="group outline-offset-2">
      <title>{`${RELATION_LOOKS[relation][incoming ? "incoming" : "outgoing"]}: ${title}`}</title>
      <g transform={`translate(${place.x} ${place.y})`}>
        <circle r="9" fill="var(--surface)" />
        {look ? (
          <path d={look.shape} fill={look.colour} transform="translate(-6 -6)" opacity={setAside ? 0.5 : 1} />
        ) : (
          <circle r="5" fill="var(--field-line)" />
        )}
        {note?.state === "contested" && <circle r="9" fill="none" stroke="var(--contradicts)" strokeWidth="1.5" />}
        <text
          x={isLeft ? -14 : 14}
          dominantBaseline="central"
          textAnchor={isLeft ? "end" : "start"}
          fill={setAside ? "var(--muted)" : "var(--text)"}
          className="group-hover:underline"
        >
          {title.length > LABEL_LENGTH ? `${title.slice(0, LABEL_LENGTH - 1).trimEnd()}…` : title}
        </text>
      </g>
    </NoteLink>
  );
}

export function Stroke({
  relation,
  from,
  to,
  incoming,
}: {
  readonly relation: Relation;
  readonly from: Place;
  readonly to: Place;
  readonly incoming: boolean;
}) {
  const { colour, dash } = RELATION_LOOKS[relation];
  return (
    <>
      <path d={line(from, to)} stroke={colour} strokeWidth="1.6" strokeDasharray={dash} />
      {relation === "supersedes" && <path d={incoming ? arrowHead(to, from) : arrowHead(from, to)} fill={colour} />}
    </>
  );
}

export function line(from: Place, to: Place): string {
  return `M${from.x} ${from.y} ${to.x} ${to.y}`;
}

/** Returns the path of an arrowhead just before the note at `to`. */
function arrowHead(from: Place, to: Place): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (distance: number, aside: number): string =>
    `${to.x - distance * Math.cos(angle) - aside * Math.sin(angle)} ${to.y - distance * Math.sin(angle) + aside * Math.cos(angle)}`;
  return `M${at(10, 0)} ${at(19, 4.5)} ${at(19, -4.5)}z`;
}
