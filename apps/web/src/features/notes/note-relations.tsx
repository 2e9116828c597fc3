import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { SkeletonRows } from "../../kit/ui/states.tsx";
import { groupsOf, linksOf } from "./links-of.ts";
import { NoteLink } from "./note-link.tsx";
import { RelationBadge } from "./relation-badge.tsx";

/** Lists the notes linked with a note, by relation. */
export function NoteRelations({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.links.ofNote.queryOptions({ id }));
  if (!data)
    return (
      <div className="mt-6">
        <SkeletonRows count={2} height={36} />
      </div>
    );
  const groups = groupsOf(linksOf(data));
  if (groups.length === 0) return <p className="text-sm text-muted">No links yet.</p>;
  return (
    <section aria-label="Links">
      {groups.map(([kind, notes]) => (
        <div key={kind} className="mb-3">
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
