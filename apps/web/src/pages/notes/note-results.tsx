import type { Note } from "@knote/contract";
import { type KeyboardEvent, useRef } from "react";
import { NOTE_ROW_HEIGHT, NoteRow } from "../../features/notes/note-row.tsx";
import { wordsToMark } from "../../features/notes/search-words.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { ImportLink } from "../../features/notes/import-link.tsx";
import { NoNotesThen } from "../../features/notes/no-notes-then.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { VirtualList } from "../../kit/ui/virtual-list.tsx";
import type { NotesSearch } from "./notes-search.ts";
import type { useNoteList } from "./use-note-list.ts";

type ChosenIds = ReadonlySet<string>;

/** Lists the matching notes, to open and to select. */
export function NoteResults({
  list,
  text,
  search,
  chosenIds,
  choosing,
  isPast,
  onChoose,
}: {
  readonly list: ReturnType<typeof useNoteList>;
  readonly text: string;
  readonly search: NotesSearch;
  readonly chosenIds: ChosenIds;
  /** Whether every note shows its checkbox; otherwise only the one under the pointer does. */
  readonly choosing: boolean;
  /** In the past no note can be selected, as there is nothing to do with it. */
  readonly isPast: boolean;
  readonly onChoose: (chosenIds: ChosenIds) => void;
}) {
  const { notes, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, reportShown } = list;
  const root = useRef<HTMLDivElement>(null);
  const focusFirst = () => root.current?.querySelector<HTMLElement>("[data-index] a")?.focus();
  useShortcut("j", { label: "Go to the notes; next note", group: "Notes" }, focusFirst);
  useShortcut("x", { label: "Select the note", group: "Notes", when: !isPast }, focusFirst);
  if (error && !notes) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!notes) {
    return (
      <div className="p-4">
        <SkeletonRows count={10} />
      </div>
    );
  }
  if (notes.length === 0) return <NothingFound search={search} isPast={isPast} />;
  const toggle = (id: string): void => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    const note = notes[Number(row?.dataset["index"] ?? -1)];
    if (isPast || event.key !== "x" || !note || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    toggle(note.id);
  };
  return (
    <div ref={root} className="h-full" onKeyDown={onKeyDown}>
      <VirtualList
        items={notes}
        keyOf={(note) => note.id}
        estimate={NOTE_ROW_HEIGHT}
        label="Notes"
        onNearEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
        onShown={reportShown}
      >
        {(note) =>
          isPast ? (
            <NoteRow note={note} query={wordsToMark(list.correction ?? text)} />
          ) : (
            <ChoosableRow
              note={note}
              query={wordsToMark(list.correction ?? text)}
              isChosen={chosenIds.has(note.id)}
              choosing={choosing}
              onToggle={() => toggle(note.id)}
            />
          )
        }
      </VirtualList>
    </div>
  );
}

function ChoosableRow({
  note,
  query,
  isChosen,
  choosing,
  onToggle,
}: {
  readonly note: Note;
  readonly query: string;
  readonly isChosen: boolean;
  readonly choosing: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <div className={`group relative ${isChosen ? "bg-hover" : ""}`}>
      <NoteRow note={note} query={query} />
      {/* Covers the type's icon, so that nothing moves; as high as the row, for touch. */}
      <label className={`absolute top-0 left-0 ${choosing ? "h-full w-8" : "size-7 [@media(hover:none)]:hidden"}`}>
        <input
          type="checkbox"
          tabIndex={choosing ? 0 : -1}
          aria-label={`Select “${note.title}”`}
          checked={isChosen}
          onChange={onToggle}
          className={`absolute top-3 left-3 size-4 accent-accent group-hover:opacity-100 ${choosing ? "" : "opacity-0"}`}
        />
      </label>
    </div>
  );
}

function NothingFound({ search, isPast }: { readonly search: NotesSearch; readonly isPast: boolean }) {
  if (search.q) {
    return (
      <EmptyState title="No matches">
        Try fewer words. “A phrase” in quotes is matched literally, and -words are left out.
      </EmptyState>
    );
  }
  if (search.type ?? search.state ?? search.tag ?? search.review) {
    return <EmptyState title="No notes match these filters">Remove a filter to see more.</EmptyState>;
  }
  if (isPast) return <NoNotesThen />;
  return (
    <EmptyState title="No notes yet" action={<ImportLink />}>
      A note is one claim and why you believe it. Press + to write one.
    </EmptyState>
  );
}
