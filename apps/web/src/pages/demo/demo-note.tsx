import type { DemoGraph, Note } from "@knote/contract";
import { Markdown } from "../../kit/markdown/markdown.tsx";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { StateLabel } from "../../features/notes/state-label.tsx";
import { TypeLabel } from "../../features/notes/type-icon.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { useMedia } from "../../kit/ui/use-media.ts";

/** Shows a note of the demo in a dialog, with its linked notes. */
export function DemoNote({
  note,
  graph,
  onOpen,
  onClose,
}: {
  readonly note: Note;
  readonly graph: DemoGraph;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}) {
  const isWide = useMedia("(min-width: 48rem)");
  const titles = new Map(graph.notes.map(({ id, title }) => [id, title]));
  const linkedNotes = graph.links.flatMap(({ source_id, target_id, relation }) => {
    if (source_id === note.id) return [{ id: target_id, relation, incoming: false }];
    return target_id === note.id ? [{ id: source_id, relation, incoming: true }] : [];
  });
  return (
    <Dialog open onClose={onClose} title="Note" shape={isWide ? "side" : "bottom"}>
      <article className="px-5 pt-4 pb-8">
        <div className="flex gap-4 text-sm text-muted">
          <TypeLabel type={note.note_type} />
          <StateLabel state={note.state} className="" />
        </div>
        <h3 className="mt-2 text-xl font-semibold tracking-tight text-balance">{note.title}</h3>
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          {note.tags.map((tag) => (
            <Chip key={tag}>#{tag}</Chip>
          ))}
        </div>
        <div className="mt-4">
          <Markdown text={note.content} />
        </div>
        <ul className="mt-6 border-t border-line pt-3">
          {linkedNotes.map(({ id, relation, incoming }) => (
            <li key={`${id}${relation}`}>
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="-mx-2 flex w-full flex-col rounded-md px-2 py-1 text-left hover:bg-hover"
              >
                <RelationBadge relation={relation} incoming={incoming} />
                {titles.get(id)}
              </button>
            </li>
          ))}
        </ul>
      </article>
    </Dialog>
  );
}
