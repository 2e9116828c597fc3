import { LIMITS, type Outcome, type OutcomeInput, OUTCOMES } from "@knote/contract";
import { useState } from "react";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";
import { OUTCOME_WORDS } from "./stance-words.ts";

/** Asks what came of a decision or belief. Escape cancels. */
export function OutcomeForm({
  present,
  onRecord,
  onClose,
}: {
  /** What was recorded before. */
  readonly present: OutcomeInput | null;
  readonly onRecord: (came: OutcomeInput) => void;
  readonly onClose: () => void;
}) {
  useComposing();
  const [outcome, setOutcome] = useState<Outcome>(present?.outcome ?? "came_true");
  const [text, setText] = useState(present?.text ?? "");
  const words = text.trim();
  return (
    <form
      aria-label="What came of it"
      onSubmit={(event) => {
        event.preventDefault();
        onRecord({ outcome, ...(words !== "" && { text: words }) });
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="mt-3 flex flex-col gap-3"
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5 text-sm text-muted">What came of it?</legend>
        {OUTCOMES.map((one) => (
          <label key={one} className="flex items-center gap-2">
            <input
              type="radio"
              name="outcome"
              autoFocus={one === outcome}
              checked={outcome === one}
              onChange={() => setOutcome(one)}
            />
            {OUTCOME_WORDS[one]}
          </label>
        ))}
      </fieldset>
      <textarea
        aria-label="What came, in your words"
        placeholder="What came, in your words"
        rows={2}
        maxLength={LIMITS.expectationLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="rounded-md border border-field-line bg-surface px-2.5 py-1.5"
      />
      <div className="flex gap-2">
        <Button small type="submit" look="primary">
          Record
        </Button>
        <Button small look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
