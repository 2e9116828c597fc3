import type { Note } from "@knote/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { CalendarClock, Plus, Search } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../../../kit/ui/button.tsx";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { useListbox } from "../../../kit/ui/use-listbox.ts";
import { useAsk } from "../../../features/ask/use-ask.ts";
import { SearchHelp } from "../../../features/notes/search-help.tsx";
import { useNoteSearch } from "../../../features/notes/use-note-search.ts";
import { useBeside } from "../../../features/notes/use-beside.ts";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { useAsOf } from "../../../remote/past/use-as-of.ts";
import { Results } from "./results.tsx";
import { readBarInput, type BarInput } from "./bar-input.ts";

const MOST_RESULTS = 7;

/** The input at the top: lists notes as the user types; ⏎⏎ or `?` asks, `+` starts a note. */
export function CommandBar({ onPickDay }: { readonly onPickDay: () => void }) {
  const [value, setValue] = useState("");
  const [isFocused, setIsFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const ask = useAsk();
  const beside = useBeside();
  const barInput = readBarInput(value);
  const { notes, correction } = useNoteSearch(barInput.kind === "search" ? barInput.text : "", MOST_RESULTS);
  const { asOf } = useAsOf();
  const keys = barInput.text === "" ? [] : keysOf(barInput.kind, notes, asOf === null);
  useShortcut("/", { label: "Search or ask", group: "Anywhere" }, () => input.current?.focus());

  const leave = (): void => {
    setValue("");
    listbox.reset();
    input.current?.blur();
  };
  const take = (index: number): void => {
    const key = keys[index]!;
    if (key === "ask") ask(barInput.text);
    else if (key === "note") void navigate({ to: "/notes/new", search: { title: barInput.text } });
    else beside.open(key);
    leave();
  };
  const listbox = useListbox({ keys, initial: barInput.kind === "search" ? -1 : 0, onTake: take });

  return (
    <header className="relative border-b border-line">
      <div className="flex h-12 items-center gap-2.5 px-4">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          ref={input}
          type="text"
          enterKeyHint="search"
          aria-label="Search or ask"
          placeholder={asOf === null ? "Search, ? to ask, + for a new note …" : "Search that day, ? to ask …"}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            listbox.reset();
          }}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          onKeyDown={(event) => {
            if (event.key === "Escape") leave();
            // The first ⏎ chooses the question, the second asks it.
            else if (event.key === "Enter" && listbox.chosenIndex < 0 && keys.length > 0) listbox.choose("ask");
            else listbox.onKeyDown(event);
          }}
          className="h-full flex-1 bg-transparent outline-none"
          {...listbox.field}
        />
        <SearchHelp text={value} onInsert={setValue} field={input} />
        <span className="hidden items-center gap-1.5 sm:flex">
          <Kbd keys="/" />
          <Kbd keys="mod+k" />
        </span>
        <IconButton
          label={asOf === null ? "Show an earlier day" : "Show another day"}
          keys="b"
          className="-mx-1.5"
          onClick={onPickDay}
        >
          <CalendarClock size={16} />
        </IconButton>
        {asOf === null && (
          <Link
            to="/notes/new"
            search={{}}
            aria-label="New note"
            className="-mr-1.5 flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Plus size={18} aria-hidden />
          </Link>
        )}
      </div>
      {isFocused && keys.length > 0 && (
        <Results barInput={barInput} keys={keys} notes={notes} correction={correction} listbox={listbox} />
      )}
    </header>
  );
}

/** Returns the keys of the results: notes first, then the other uses of the text. */
function keysOf(kind: BarInput["kind"], notes: readonly Note[], canWrite: boolean): string[] {
  const keys = kind === "search" ? [...notes.map(({ id }) => id), "ask", "note"] : [kind];
  return canWrite ? keys : keys.filter((key) => key !== "note");
}
