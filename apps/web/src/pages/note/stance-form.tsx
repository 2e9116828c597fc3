import { LIMITS, type NoteStance, type StanceInput } from "@knote/contract";
import { useState } from "react";
import { percent } from "../../features/stances/stance-words.ts";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";

const FIELD = "rounded-md border border-field-line bg-surface px-2.5 py-1.5";

/** Asks how sure the owner is, what they expect and when to look again. Escape cancels. */
export function StanceForm({
  stance,
  onSet,
  onClose,
}: {
  readonly stance: NoteStance;
  readonly onSet: (stance: StanceInput) => void;
  readonly onClose: () => void;
}) {
  useComposing();
  const [confidence, setConfidence] = useState(stance.confidence);
  const [expects, setExpects] = useState(stance.expects ?? "");
  const [day, setDay] = useState(stance.review_on ?? "");
  const expectation = expects.trim();
  return (
    <form
      aria-label="How sure you are"
      onSubmit={(event) => {
        event.preventDefault();
        onSet({
          ...(confidence !== null && { confidence }),
          ...(expectation !== "" && { expects: expectation }),
          review_on: day === "" ? null : day,
        });
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="mt-3 flex flex-col gap-3"
    >
      <label className="flex flex-col gap-1">
        <span className="flex justify-between text-sm text-muted">
          How sure are you that it comes true?
          <output className="text-text tabular-nums">{confidence === null ? "not said" : percent(confidence)}</output>
        </span>
        <input
          type="range"
          aria-label="How sure are you that it comes true?"
          autoFocus
          min={0}
          max={100}
          step={1}
          aria-valuetext={confidence === null ? "not said" : percent(confidence)}
          value={Math.round((confidence ?? 0.5) * 100)}
          onChange={(event) => setConfidence(Number(event.target.value) / 100)}
          className="w-full accent-[var(--accent)]"
        />
      </label>
      <label className="flex flex-col gap-1 text-sm text-muted">
        What do you expect?
        <textarea
          rows={2}
          maxLength={LIMITS.expectationLength}
          value={expects}
          onChange={(event) => setExpects(event.target.value)}
          className={`${FIELD} text-base text-text`}
        />
      </label>
      <label className="flex flex-wrap items-center gap-2 text-sm text-muted">
        Look again on
        <input
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className={`${FIELD} text-text dark:[color-scheme:dark]`}
        />
      </label>
      <div className="flex gap-2">
        <Button small type="submit" look="primary">
          Set
        </Button>
        <Button small look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
