import type { Relation } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../remote/trpc.ts";
import { SkeletonRows } from "../ui/states.tsx";
import { NoteLink } from "./note-link.tsx";
import { RelationBadge } from "./relation-badge.tsx";

interface LinkedNote {
  readonly id: string;
  readonly title: string;
  readonly relation: Relation;
  readonly incoming: boolean;
}

/** The notes that a note is linked with, by relation. */
export function NoteRelations({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.links.ofNote.queryOptions({ id }));
  if (!data)
    return (
      <div className="mt-6">
        <SkeletonRows count={2} height={36} />
      </div>
    );
  const linked: LinkedNote[] = [
    ...data.outgoing.map((link) => ({
      id: link.target_id,
      title: link.target_title,
      relation: link.relation,
      incoming: false,
    })),
    ...data.incoming.map((link) => ({
      id: link.source_id,
      title: link.source_title,
      relation: link.relation,
      incoming: true,
    })),
  ];
  if (linked.length === 0) return <p className="text-sm text-muted">No links yet.</p>;
  const groups = [...Map.groupBy(linked, ({ relation, incoming }) => groupKey(relation, incoming))];
  return (
    <section aria-label="Links">
      {groups.map(([key, notes]) => (
        <div key={key} className="mb-3">
          <RelationBadge relation={notes[0]!.relation} incoming={notes[0]!.incoming} />
          <ul className="mt-1">
            {notes.map((note) => (
              <li key={note.id}>
                <NoteLink id={note.id} className="-mx-2 block rounded-md px-2 py-1 hover:bg-hover">
                  {note.title}
                </NoteLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** `relates_to` goes both ways, so its two ends are one group. */
function groupKey(relation: Relation, incoming: boolean): string {
  return relation === "relates_to" ? relation : `${relation} ${incoming ? "in" : "out"}`;
}
