import { getRouteApi, Link } from "@tanstack/react-router";
import { ListChecks, Plus } from "lucide-react";
import { useState } from "react";
import { CorrectionNotice } from "../../features/notes/correction-notice.tsx";
import { IconButton } from "../../kit/ui/button.tsx";
import { useSettled } from "../../kit/ui/use-settled.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterRow } from "./filter-row.tsx";
import { NoteResults } from "./note-results.tsx";
import type { NotesSearch } from "./notes-search.ts";
import { SearchField } from "./search-field.tsx";
import { useNoteList } from "./use-note-list.ts";

const notesRoute = getRouteApi("/frame/notes");

const SETTLE_MS = 80;

/** The page of all notes, with search as you type, filters and actions on several notes. */
export function NotesPage() {
  const search = notesRoute.useSearch();
  const navigate = notesRoute.useNavigate();
  const [text, setText] = useState(search.q ?? "");
  const settledText = useSettled(text, SETTLE_MS);
  const { asOf } = useAsOf();
  // Of reviews only the present ones are known.
  const { review, ...pastSearch } = search;
  const list = useNoteList({ ...(asOf === null ? search : pastSearch), q: settledText });
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const chooseNone = (): void => {
    setChosenIds(new Set());
    setChoosing(false);
  };
  const chosenNotes = list.notes?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const show = (change: NotesSearch): void =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const type = (newText: string): void => {
    setText(newText);
    show({ q: newText || undefined });
  };
  return (
    <div className="flex h-full flex-col">
      <title>Notes · Knote</title>
      <header className="border-b border-line">
        <div className="flex flex-wrap items-center gap-3 px-4 pt-2.5 sm:flex-nowrap">
          <h1 className="text-lg font-semibold tracking-tight max-sm:mr-auto">Notes</h1>
          <SearchField text={text} onChange={type} />
          {text !== "" && <SortField search={search} onChange={show} />}
          {asOf === null && (
            <>
              <IconButton
                label="Select several"
                aria-pressed={choosing}
                className="shrink-0 aria-pressed:bg-hover aria-pressed:text-text"
                onClick={() => (choosing ? chooseNone() : setChoosing(true))}
              >
                <ListChecks size={16} />
              </IconButton>
              <Link
                to="/notes/new"
                search={{}}
                className="flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent hover:opacity-90"
              >
                <Plus size={15} aria-hidden />
                New
              </Link>
            </>
          )}
        </div>
        {chosenNotes.length > 0 ? (
          <BulkBar notes={chosenNotes} onClear={chooseNone} />
        ) : (
          <FilterRow search={search} isPast={asOf !== null} onChange={show} />
        )}
      </header>
      {list.correction !== undefined && <CorrectionNotice text={text} correction={list.correction} onSearch={type} />}
      <div className="min-h-0 flex-1">
        <NoteResults
          list={list}
          text={text}
          search={search}
          chosenIds={chosenIds}
          choosing={choosing || chosenNotes.length > 0}
          isPast={asOf !== null}
          onChoose={setChosenIds}
        />
      </div>
    </div>
  );
}

function SortField({
  search,
  onChange,
}: {
  readonly search: NotesSearch;
  readonly onChange: (change: NotesSearch) => void;
}) {
  return (
    <select
      aria-label="Sort"
      value={search.sort ?? "best"}
      onChange={(event) => onChange({ sort: event.target.value === "newest" ? "newest" : undefined })}
      className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm"
    >
      <option value="best">Best match</option>
      <option value="newest">Newest</option>
    </select>
  );
}
