import type { Note } from "@knote/contract";
import { MessageCircleQuestion, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { CorrectionNotice } from "../../../features/notes/correction-notice.tsx";
import { wordsToMark } from "../../../features/notes/search-words.ts";
import { TypeIcon } from "../../../features/notes/type-icon.tsx";
import { Highlight } from "../../../kit/ui/highlight.tsx";
import type { useListbox } from "../../../kit/ui/use-listbox.ts";
import type { BarInput } from "./bar-input.ts";

/** Lists the notes found and the other uses of the text, below the input. */
export function Results({
  barInput: { kind, text },
  keys,
  notes,
  correction,
  listbox,
}: {
  readonly barInput: BarInput;
  /** Keys of the entries: ids of notes first. */
  readonly keys: readonly string[];
  readonly notes: readonly Note[];
  /** The search that the notes match, when nothing matched the text. */
  readonly correction: string | undefined;
  readonly listbox: ReturnType<typeof useListbox>;
}) {
  const option = (index: number, icon: ReactNode, content: ReactNode, hint: string) => (
    <li
      key={keys[index]}
      {...listbox.option(index)}
      className={`flex h-9 cursor-pointer items-center gap-3 rounded-md px-3 ${index === listbox.chosenIndex ? "bg-hover" : ""}`}
    >
      <span className="flex w-4 justify-center text-muted">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{content}</span>
      <span className="text-xs text-muted">{hint}</span>
    </li>
  );
  return (
    <div
      // Keeps the focus in the input during a click.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-2 top-full z-30 mt-1 animate-appear rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {correction !== undefined && <CorrectionNotice text={text} correction={correction} />}
      <ul {...listbox.list} aria-label="Results">
        {keys.map((key, index) => {
          if (key === "ask")
            return option(index, <MessageCircleQuestion size={15} />, <>Ask “{text}”</>, kind === "ask" ? "⏎" : "⏎ ⏎");
          if (key === "note")
            return option(index, <Plus size={15} />, <>New note “{text}”</>, kind === "note" ? "⏎" : "+");
          const { note_type: type, title, state } = notes[index]!;
          const hint = state === "active" ? "" : state;
          return option(
            index,
            <TypeIcon type={type} />,
            <Highlight text={title} query={wordsToMark(correction ?? text)} />,
            hint,
          );
        })}
      </ul>
    </div>
  );
}
