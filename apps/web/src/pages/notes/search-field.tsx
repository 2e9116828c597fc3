import { Search } from "lucide-react";
import { useRef } from "react";
import { SearchHelp } from "../../features/notes/search-help.tsx";

/** The search of the list, with help about its operators. On a phone it has a row of its own. */
export function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="ml-auto flex h-8 max-w-96 min-w-0 flex-1 items-center rounded-md max-sm:order-last max-sm:max-w-none max-sm:basis-full border border-field-line bg-surface px-2.5 focus-within:outline-2 focus-within:outline-accent">
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <Search size={14} aria-hidden className="shrink-0 text-muted" />
        <input
          ref={field}
          aria-label="Search notes"
          placeholder="Search notes"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <SearchHelp text={text} onInsert={onChange} field={field} />
    </div>
  );
}
