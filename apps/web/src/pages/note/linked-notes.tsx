import type { NoteDetail } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Plus, Unlink } from "lucide-react";
import { useState } from "react";
import { groupsOf, type LinkedNote, linksOf } from "../../features/notes/links-of.ts";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RELATIONS } from "../../features/notes/note-types.ts";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../kit/ui/menu.tsx";
import { SkeletonRows } from "../../kit/ui/states.tsx";
import { AddLink } from "./add-link.tsx";
import { useLinkActions } from "./use-link-actions.ts";

/** Lists a note's links by relation, and lets the user add, retype and remove them. */
export function LinkedNotes({ note: { id } }: { readonly note: NoteDetail }) {
  const [adding, setAdding] = useState(false);
  const { data } = useQuery(useTRPC().links.ofNote.queryOptions({ id }));
  useShortcut("l", { label: "Link to another note", group: "Note" }, () => setAdding(true));
  if (!data) return <SkeletonRows count={2} height={36} />;
  const linkedNotes = linksOf(data);
  return (
    <section aria-label="Links">
      {linkedNotes.length === 0 && !adding && (
        <p className="mb-3 text-sm text-muted">
          No links yet. Say what this note extends, contradicts or depends on, and answers will follow those links.
        </p>
      )}
      {groupsOf(linkedNotes).map(([kind, notes]) => (
        <div key={kind} className="mb-3">
          <RelationBadge relation={notes[0]!.relation} incoming={notes[0]!.incoming} />
          <ul className="mt-0.5">
            {notes.map((other) => (
              <LinkedRow key={other.id} noteId={id} link={other} />
            ))}
          </ul>
        </div>
      ))}
      {data.next !== null && <p className="mb-3 text-sm text-muted">Only the newest links are shown.</p>}
      {adding ? (
        <AddLink noteId={id} onClose={() => setAdding(false)} />
      ) : (
        <Button small onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden /> Link
        </Button>
      )}
    </section>
  );
}

function LinkedRow({ noteId, link }: { readonly noteId: string; readonly link: LinkedNote }) {
  const { remove, retype } = useLinkActions(noteId);
  return (
    <li className="group flex items-center">
      <NoteLink id={link.id} className="-mx-2 min-w-0 flex-1 rounded-md px-2 py-1 hover:bg-hover">
        {link.title}
      </NoteLink>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Change the link to “${link.title}”`}
            className="ml-2 flex size-7 items-center justify-center rounded-md text-muted group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 data-[state=open]:opacity-100 [@media(hover:hover)]:opacity-0"
          >
            <Ellipsis size={15} />
          </button>
        }
      >
        {RELATIONS.filter((relation) => relation !== link.relation).map((relation) => (
          <MenuItem key={relation} onSelect={() => void retype(link, relation)}>
            <RelationBadge relation={relation} incoming={link.incoming} />
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Unlink size={15} />} danger onSelect={() => void remove(link)}>
          Remove the link
        </MenuItem>
      </Menu>
    </li>
  );
}
