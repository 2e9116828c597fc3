import type { CauseKind, Relation } from "@knote/contract";
import { type FormEvent, useState } from "react";
import { RELATION_LOOKS, RELATIONS } from "../../features/notes/note-types.ts";
import { TypeIcon } from "../../features/notes/type-icon.tsx";
import { CorrectionNotice } from "../../features/notes/correction-notice.tsx";
import { wordsToMark } from "../../features/notes/search-words.ts";
import { ImpactNotice } from "../../features/reviews/impact-notice.tsx";
import { useNoteSearch } from "../../features/notes/use-note-search.ts";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Highlight } from "../../kit/ui/highlight.tsx";
import { useListbox } from "../../kit/ui/use-listbox.ts";
import { useLinkActions } from "./use-link-actions.ts";

const MOST_FOUND = 8;
/** What becomes of the other note by a link of these relations. */
const RISKS: Readonly<Partial<Record<Relation, CauseKind>>> = { supersedes: "superseded", contradicts: "contested" };

/** The form that adds a link: a relation, then the note at its other end. */
export function AddLink({ noteId, onClose }: { readonly noteId: string; readonly onClose: () => void }) {
  useComposing();
  const [relation, setRelation] = useState<Relation>("relates_to");
  const [text, setText] = useState("");
  const { notes, areCurrent, correction } = useNoteSearch(text, MOST_FOUND);
  const matches = notes.filter(({ id }) => id !== noteId);
  const { add } = useLinkActions(noteId);
  const listbox = useListbox({
    keys: matches.map(({ id }) => id),
    areCurrent,
    initial: 0,
    onTake(index) {
      const { id, title } = matches[index]!;
      void add({ id, title, relation, incoming: false });
      onClose();
    },
  });
  const target = matches[listbox.chosenIndex];
  const becomes = RISKS[relation];
  return (
    <form
      aria-label="Link with another note"
      onSubmit={(event: FormEvent) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="animate-appear rounded-lg border border-line bg-surface p-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="pl-1 text-sm text-muted">This note</span>
        <select
          aria-label="Relation"
          value={relation}
          onChange={(event) => setRelation(event.target.value as Relation)}
          className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm"
        >
          {RELATIONS.map((name) => (
            <option key={name} value={name}>
              {RELATION_LOOKS[name].outgoing}
            </option>
          ))}
        </select>
        <input
          autoFocus
          aria-label="Note to link with"
          placeholder="Search for the other note …"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            listbox.reset();
          }}
          onKeyDown={listbox.onKeyDown}
          className="h-8 min-w-40 flex-1 rounded-md border border-field-line bg-surface px-2.5"
          {...listbox.field}
        />
        <Button small look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {correction !== undefined && <CorrectionNotice text={text} correction={correction} />}
      <ul {...listbox.list} aria-label="Found notes" hidden={matches.length === 0} className="mt-1.5">
        {matches.map((note, index) => (
          <li
            key={note.id}
            {...listbox.option(index)}
            className={`flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 ${index === listbox.chosenIndex ? "bg-hover" : ""}`}
          >
            <TypeIcon type={note.note_type} size={10} />
            <span className="min-w-0 flex-1 truncate">
              <Highlight text={note.title} query={wordsToMark(correction ?? text)} />
            </span>
          </li>
        ))}
      </ul>
      {target && becomes && (
        <ImpactNotice
          id={target.id}
          becomes={becomes}
          name={`“${target.title}”`}
          className="mt-2 px-2.5 pb-1 text-sm"
        />
      )}
    </form>
  );
}
