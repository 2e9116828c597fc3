import { LIMITS } from "@knote/contract";
import { useState } from "react";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";

/** Asks why a note still stands: Enter keeps the reason, Escape cancels. */
export function ReasonForm({
  onGive,
  onClose,
}: {
  /** Called without a reason when none was written. */
  readonly onGive: (reason: string | undefined) => void;
  readonly onClose: () => void;
}) {
  useComposing();
  const [reason, setReason] = useState("");
  return (
    <form
      aria-label="Why it still stands"
      onSubmit={(event) => {
        event.preventDefault();
        onGive(reason.trim() || undefined);
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2"
    >
      <input
        autoFocus
        aria-label="Why it still stands"
        placeholder="It still stands, because …"
        autoComplete="off"
        maxLength={LIMITS.reasonLength}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="h-8 min-w-40 flex-1 rounded-md border border-field-line bg-surface px-2.5"
      />
      <Button small type="submit" look="primary">
        Still stands
      </Button>
      <Button small look="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
