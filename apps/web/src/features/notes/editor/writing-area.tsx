import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useListbox } from "../../../kit/ui/use-listbox.ts";
import { TypeIcon } from "../type-icon.tsx";
import { useNoteSearch } from "../use-note-search.ts";
import { caretPoint } from "./caret-point.ts";
import type { describedBy } from "./complaint.tsx";
import { type OpenBrackets, openBrackets, withTitle } from "./title-completion.ts";

const MOST_TITLES = 6;

/** A text area in which `[[` completes the titles of notes. */
export function WritingArea({
  text,
  autoFocus,
  onChange,
  onMention,
  description,
}: {
  readonly text: string;
  readonly autoFocus: boolean;
  readonly onChange: (text: string) => void;
  readonly onMention: (id: string, title: string) => void;
  /** ARIA attributes that refer to the hint and the problem of the text. */
  readonly description: ReturnType<typeof describedBy>;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const caretToBe = useRef<number>(null);
  const [open, setOpen] = useState<(OpenBrackets & { readonly left: number; readonly top: number }) | null>(null);
  const { notes, areCurrent, correction } = useNoteSearch(open?.prefix ?? "", MOST_TITLES);
  // A correction would put a title into the text that nobody typed.
  const matches = open && correction === undefined ? notes : [];
  useLayoutEffect(() => {
    if (caretToBe.current === null) return;
    area.current?.setSelectionRange(caretToBe.current, caretToBe.current);
    caretToBe.current = null;
  });

  const take = (index: number): void => {
    const note = matches[index];
    if (!open || !note) return;
    const completion = withTitle(text, open, note.title);
    caretToBe.current = completion.caret;
    onChange(completion.text);
    onMention(note.id, note.title);
    setOpen(null);
    area.current?.focus();
  };
  const listbox = useListbox({ keys: matches.map(({ id }) => id), areCurrent, initial: 0, onTake: take });
  const read = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    const { value, selectionStart } = event.target;
    const brackets = openBrackets(value, selectionStart);
    setOpen(brackets && { ...brackets, ...caretPoint(event.target, brackets.start) });
    listbox.reset();
    onChange(value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || event.metaKey || event.ctrlKey) return;
    if (event.key === "Escape") {
      event.preventDefault();
      setOpen(null);
    } else if (event.key === "Tab" && matches.length > 0) {
      event.preventDefault();
      listbox.take();
    } else if (matches.length > 0) listbox.onKeyDown(event);
  };

  return (
    <div className="relative flex flex-1 flex-col">
      <textarea
        ref={area}
        name="content"
        aria-label="Explanation"
        autoFocus={autoFocus}
        value={text}
        placeholder="Why you believe it"
        onChange={read}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(null)}
        className="[field-sizing:content] min-h-56 w-full flex-1 resize-none rounded-lg border border-field-line bg-surface px-4 py-3 leading-relaxed"
        {...description}
        {...(matches.length > 0 && { "aria-activedescendant": listbox.field["aria-activedescendant"] })}
      />
      {open && matches.length > 0 && (
        <ul
          {...listbox.list}
          aria-label="Titles"
          // Keeps the focus in the text during a click.
          onPointerDown={(event) => event.preventDefault()}
          className="absolute z-20 w-80 max-w-full animate-appear rounded-lg border border-line bg-raised p-1 text-sm shadow-raised"
          style={{ left: open.left, top: open.top }}
        >
          {matches.map((note, index) => (
            <li
              key={note.id}
              {...listbox.option(index)}
              className={`flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 ${index === listbox.chosenIndex ? "bg-hover" : ""}`}
            >
              <TypeIcon type={note.note_type} size={10} />
              <span className="min-w-0 flex-1 truncate">{note.title}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
