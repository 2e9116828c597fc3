import { Link } from "@tanstack/react-router";
import { NoteLink } from "../../features/notes/note-link.tsx";
import {
  NOTE_STATES,
  NOTE_TYPE_LOOKS,
  NOTE_TYPES,
  RELATION_LOOKS,
  RELATIONS,
  STATE_NAMES,
} from "../../features/notes/note-types.ts";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { TypeIcon, TypeLabel } from "../../features/notes/type-icon.tsx";
import { Bars } from "./bars.tsx";
import { Card } from "./card.tsx";
import { Figures } from "./figures.tsx";
import { GrowthChart } from "./growth-chart.tsx";
import type { Statistics } from "./statistics-of.ts";

const SHOWN_TAGS = 12;
const SHOWN_ORPHANS = 6;

export function StatisticsView({ statistics }: { readonly statistics: Statistics }) {
  const { counts, growth, orphans, mostLinked } = statistics;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Figures statistics={statistics} />
      <Card title="Growth" wide>
        <GrowthChart growth={growth} />
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Types">
          <Bars
            label="Notes by type"
            bars={NOTE_TYPES.map((type) => ({
              key: type,
              label: <TypeLabel type={type} />,
              count: counts.types[type],
              colour: NOTE_TYPE_LOOKS[type].colour,
            }))}
          />
        </Card>
        <Card title="States">
          <Bars
            label="Notes by state"
            bars={NOTE_STATES.map((state) => ({
              key: state,
              label: STATE_NAMES[state],
              count: counts.states[state],
              ...(state === "contested" && { colour: "var(--contradicts)" }),
            }))}
          />
        </Card>
        <Card title="Most linked">
          {mostLinked.length === 0 ? (
            <p className="text-sm text-muted">No links yet.</p>
          ) : (
            <ol className="flex flex-col gap-1 text-sm">
              {mostLinked.map(({ note, links }) => (
                <li key={note.id} className="flex items-baseline gap-2">
                  <TypeIcon type={note.type} size={9} />
                  <NoteLink id={note.id} className="min-w-0 flex-1 truncate hover:underline">
                    {note.title}
                  </NoteLink>
                  <span className="text-muted tabular-nums">{links === 1 ? "1 link" : `${links} links`}</span>
                </li>
              ))}
            </ol>
          )}
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Links">
          <Bars
            label="Links by relation"
            bars={RELATIONS.map((relation) => ({
              key: relation,
              label: <RelationBadge relation={relation} />,
              count: counts.relations[relation],
              colour: RELATION_LOOKS[relation].colour,
            }))}
          />
        </Card>
        <Card title="Tags">
          {counts.tags.length === 0 ? (
            <p className="text-sm text-muted">No tags yet.</p>
          ) : (
            <Bars
              label="Most used tags"
              bars={counts.tags.slice(0, SHOWN_TAGS).map(([tag, count]) => ({
                key: tag,
                label: (
                  <Link to="/graph" search={{ tag }} className="hover:underline">
                    #{tag}
                  </Link>
                ),
                count,
              }))}
            />
          )}
        </Card>
        <Card title="Orphans">
          <p className="text-sm text-muted">{orphansInWords(orphans.length, statistics.notes)}</p>
          <ul className="mt-2 flex flex-col gap-1 text-sm">
            {orphans.slice(0, SHOWN_ORPHANS).map(({ id, title, type }) => (
              <li key={id} className="flex items-baseline gap-2">
                <TypeIcon type={type} size={9} />
                <NoteLink id={id} className="min-w-0 truncate hover:underline">
                  {title}
                </NoteLink>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

function orphansInWords(orphans: number, notes: number): string {
  if (orphans === 0) return "Every note is linked to another.";
  const share = Math.round((orphans / notes) * 100);
  return `${orphans.toLocaleString("en")} of ${notes.toLocaleString("en")} notes (${share} %) ${orphans === 1 ? "has" : "have"} no link yet.`;
}
