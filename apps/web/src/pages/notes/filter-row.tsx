import { NOTE_STATES, NOTE_TYPE_LOOKS, NOTE_TYPES, STATE_NAMES } from "../../features/notes/note-types.ts";
import { TagInput } from "../../features/notes/tag-input.tsx";
import { TypeIcon } from "../../features/notes/type-icon.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import { filtersOf, type NotesSearch, toggleInList } from "./notes-search.ts";

/** The filters of the list, one press each. */
export function FilterRow({
  search,
  isPast,
  onChange,
}: {
  readonly search: NotesSearch;
  /** In the past it is not known which notes needed review. */
  readonly isPast: boolean;
  readonly onChange: (change: NotesSearch) => void;
}) {
  const { note_type: types, state: states, tag: tags } = filtersOf(search);
  const hasAny = types.length + states.length + tags.length > 0 || (search.review !== undefined && !isPast);
  return (
    <div
      role="group"
      aria-label="Filters"
      className="flex items-center gap-1.5 overflow-x-auto px-4 py-2 [scrollbar-width:none] lg:flex-wrap lg:overflow-visible"
    >
      {NOTE_TYPES.map((type) => (
        <Chip key={type} isPressed={types.includes(type)} onPress={() => onChange({ type: toggleInList(types, type) })}>
          <span aria-hidden className="flex">
            <TypeIcon type={type} size={9} />
          </span>
          {NOTE_TYPE_LOOKS[type].name}
        </Chip>
      ))}
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line" />
      {NOTE_STATES.map((state) => (
        <Chip
          key={state}
          isPressed={states.includes(state)}
          onPress={() => onChange({ state: toggleInList(states, state) })}
        >
          {STATE_NAMES[state]}
        </Chip>
      ))}
      {!isPast && (
        <Chip
          isPressed={search.review === "needed"}
          onPress={() => onChange({ review: search.review ? undefined : "needed" })}
        >
          Needs review
        </Chip>
      )}
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line" />
      {tags.map((tag) => (
        <Chip key={tag} isPressed onPress={() => onChange({ tag: toggleInList(tags, tag) })}>
          #{tag}
        </Chip>
      ))}
      <span className="flex w-28 shrink-0">
        <TagInput
          knownOnly
          tags={tags}
          placeholder="Tag …"
          onAdd={(tag) => onChange({ tag: toggleInList(tags, tag) })}
        />
      </span>
      {hasAny && (
        <button
          type="button"
          className="shrink-0 text-xs text-muted underline hover:text-text"
          onClick={() => onChange({ type: undefined, state: undefined, tag: undefined, review: undefined })}
        >
          Clear
        </button>
      )}
    </div>
  );
}
