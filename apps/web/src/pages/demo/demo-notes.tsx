import type { Note } from "@knote/contract";
import { NOTE_TYPES, STATE_NAMES } from "../../features/notes/note-types.ts";
import { TypeLabel } from "../../features/notes/type-icon.tsx";

/** Lists all notes of the demo by type. */
export function DemoNotes({
  notes,
  onOpen,
}: {
  readonly notes: readonly Note[];
  readonly onOpen: (id: string) => void;
}) {
  return (
    <section aria-labelledby="all" className="mt-8">
      <h2 id="all" className="mb-3 font-medium">
        All {notes.length} notes
      </h2>
      <div className="gap-x-8 sm:columns-2 lg:columns-3">
        {NOTE_TYPES.map((type) => {
          const of = notes.filter((note) => note.note_type === type);
          if (of.length === 0) return null;
          return (
            <div key={type} className="mb-5">
              <h3>
                <TypeLabel type={type} />
              </h3>
              <ul className="mt-1">
                {of.map(({ id, title, state }) => (
                  <li key={id}>
                    <button
                      type="button"
                      onClick={() => onOpen(id)}
                      className="-mx-2 w-full rounded-md px-2 py-1 text-left hover:bg-hover"
                    >
                      <span className={state === "superseded" ? "text-muted line-through" : ""}>{title}</span>
                      {state === "contested" && (
                        <span className="ml-2 text-xs text-contradicts">{STATE_NAMES[state]}</span>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}
