import { ImpactNotice } from "../../features/reviews/impact-notice.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";

const CHANGES = {
  archived: { title: "Archive this note?", label: "Archive" },
  deleted: { title: "Delete this note?", label: "Delete" },
} as const;

export type RiskyChange = keyof typeof CHANGES;

/** Asks before a note that others rest on is archived or deleted. What rests on it appears when it is known. */
export function ConfirmChange({
  id,
  change,
  onConfirm,
  onClose,
}: {
  readonly id: string;
  readonly change: RiskyChange;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { title, label } = CHANGES[change];
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="flex flex-col gap-4 p-4">
        <ImpactNotice id={id} becomes={change} />
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
