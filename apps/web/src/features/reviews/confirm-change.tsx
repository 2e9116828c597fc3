import type { ReactNode } from "react";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";

const LABELS = { archived: "Archive", deleted: "Delete" } as const;

export type RiskyChange = keyof typeof LABELS;

/** Asks before notes that others rest on are archived or deleted. */
export function ConfirmChange({
  change,
  what,
  impact,
  onConfirm,
  onClose,
}: {
  readonly change: RiskyChange;
  /** How the notes are called in the question, such as "this note". */
  readonly what: string;
  /** Says what rests on them. */
  readonly impact: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const label = LABELS[change];
  return (
    <Dialog open onClose={onClose} title={`${label} ${what}?`}>
      <div className="flex flex-col gap-4 p-4">
        {impact}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            data-focus-first
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
