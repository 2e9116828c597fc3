import { LIMITS } from "@knote/contract";
import { Button } from "../../kit/ui/button.tsx";
import type { PartText } from "./deal-sentences.ts";

/** The texts of one part. */
export function PartFields({
  number,
  part: { title, content },
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly part: PartText;
  readonly onChange: (fields: Partial<PartText>) => void;
  /** Null while there must be this many parts. */
  readonly onRemove: (() => void) | null;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3">
      <legend className="sr-only">{`Part ${number}`}</legend>
      <div className="flex h-8 items-center justify-between text-sm text-muted">
        <span aria-hidden>{`Part ${number}`}</span>
        {onRemove && (
          <Button small look="ghost" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <input
        aria-label="Claim"
        placeholder="One claim"
        autoComplete="off"
        maxLength={LIMITS.titleLength}
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
        className="h-9 rounded-md border border-field-line bg-surface px-2.5 font-medium"
      />
      <textarea
        aria-label="Explanation"
        placeholder="What belongs to it"
        rows={7}
        value={content}
        onChange={(event) => onChange({ content: event.target.value })}
        className="resize-y rounded-md border border-field-line bg-surface px-2.5 py-2"
      />
    </fieldset>
  );
}
