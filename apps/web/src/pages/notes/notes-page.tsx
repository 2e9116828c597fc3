import { getRouteApi, Link } from "@tanstack/react-router";
import { ListChecks, Plus, Search } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../kit/ui/button.tsx";
import { useSettled } from "../../kit/ui/use-settled.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterRow } from "./filter-row.tsx";
import { NoteResults } from "./note-results.tsx";
import type { NotesSearch } from "./notes-search.ts";
import { useNoteList } from "./use-note-list.ts";

const notesRoute = getRouteApi("/frame/notes");

const SETTLE_MS = 80;

/** The page of all notes, with search as you type, filters and actions on several notes. */
export function NotesPage() {
  const search = notesRoute.useSearch();
  const navigate = notesRoute.useNavigate();
  const [text, setText] = useState(search.q ?? "");
  const settledText = useSettled(text, SETTLE_MS);
  const list = useNoteList({ ...search, q: settledText });
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const chooseNone = (): void => {
    setChosenIds(new Set());
    setChoosing(false);
  };
  const chosenNotes = list.notes?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const show = (change: NotesSearch): void =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  return (
    <div className="flex h-full flex-col">
      <title>Notes · Knote</title>
      <header className="border-b border-line">
        <div className="flex items-center gap-3 px-4 pt-2.5">
          <h1 className="text-lg font-semibold tracking-tight">Notes</h1>
          <SearchField
            text={text}
            onChange={(newText) => {
              setText(newText);
              show({ q: newText || undefined });
            }}
          />
          {text !== "" && <SortField search={search} onChange={show} />}
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
        </div>
        {chosenNotes.length > 0 ? (
          <BulkBar notes={chosenNotes} onClear={chooseNone} />
        ) : (
          <FilterRow search={search} onChange={show} />
        )}
      </header>
      <div className="min-h-0 flex-1">
        <NoteResults
          list={list}
          text={text}
          search={search}
          chosenIds={chosenIds}
          choosing={choosing || chosenNotes.length > 0}
          onChoose={setChosenIds}
        />
      </div>
    </div>
  );
}

function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  return (
    <label className="ml-auto flex h-8 max-w-72 min-w-0 flex-1 items-center gap-2 rounded-md border border-field-line bg-surface px-2.5 focus-within:outline-2 focus-within:outline-accent">
      <Search size={14} aria-hidden className="shrink-0 text-muted" />
      <input
        aria-label="Search notes"
        placeholder="Search notes"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
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
