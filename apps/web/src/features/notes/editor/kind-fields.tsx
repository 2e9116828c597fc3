import type { NoteType } from "@knote/contract";
import { useId } from "react";
import { Chip } from "../../../kit/ui/chip.tsx";
import { NOTE_TYPE_LOOKS, NOTE_TYPES } from "../note-types.ts";
import { TagInput } from "../tag-input.tsx";
import { TypeIcon } from "../type-icon.tsx";
import { Complaint, describedBy } from "./complaint.tsx";
import type { Editor } from "./use-editor.ts";

const STEPS: readonly [upTo: number, words: string][] = [
  [0.2, "in passing"],
  [0.45, "minor"],
  [0.6, "usual"],
  [0.85, "important"],
  [1, "essential"],
];

/** The fields for the note's type, importance and tags. */
export function KindFields({
  editor: { fields, typeIsGuessed, change },
  problem,
}: {
  readonly editor: Editor;
  /** The problem of the tags. */
  readonly problem: string | undefined;
}) {
  const id = useId();
  const weight = STEPS.find(([upTo]) => fields.importance <= upTo)?.[1];
  return (
    <div className="order-1 grid gap-x-6 gap-y-3 pb-4 text-sm text-muted sm:grid-cols-[auto_auto_1fr]">
      <label className="flex items-center gap-2">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="flex">
            <TypeIcon type={fields.note_type} size={11} />
          </span>
          Type
        </span>
        <select
          value={fields.note_type}
          onChange={(event) => change({ note_type: event.target.value as NoteType })}
          className="h-8 rounded-md border border-field-line bg-surface px-2 text-text"
        >
          {NOTE_TYPES.map((type) => (
            <option key={type} value={type}>
              {NOTE_TYPE_LOOKS[type].name}
            </option>
          ))}
        </select>
        {typeIsGuessed && <span className="text-xs">guessed</span>}
      </label>
      <label className="flex items-center gap-2">
        Importance
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={fields.importance}
          aria-valuetext={weight}
          onChange={(event) => change({ importance: Number(event.target.value) })}
          className="w-24 accent-accent"
        />
        <span className="w-20 text-xs text-text">{weight}</span>
      </label>
      <div className="flex min-h-8 flex-wrap items-center gap-1.5 rounded-md border border-field-line bg-surface px-2 py-1 focus-within:outline-2 focus-within:outline-accent">
        {fields.tags.map((tag) => (
          <Chip
            key={tag}
            onRemove={{
              label: `Remove #${tag}`,
              run: () => change({ tags: fields.tags.filter((other) => other !== tag) }),
            }}
          >
            #{tag}
          </Chip>
        ))}
        <TagInput
          tags={fields.tags}
          onAdd={(tag) => change({ tags: [...fields.tags, tag] })}
          onRemoveLast={() => change({ tags: fields.tags.slice(0, -1) })}
          description={describedBy({ problem, id })}
        />
      </div>
      <div className="col-span-full empty:hidden">
        <Complaint id={id} text={problem} />
      </div>
    </div>
  );
}
