import type { Relation } from "@knote/contract";
import { ArrowLeftRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { RELATIONS } from "../../features/notes/note-types.ts";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";

const GROUP = "Relation";

export interface PickedRelation {
  readonly relation: Relation;
  /** Whether the link goes from the second note to the first. */
  readonly isSwapped: boolean;
}

/** Picks a relation: `1` to `6` choose it, `s` swaps the direction, Escape cancels. */
export function RelationPicker({
  standing,
  onPick,
  onClose,
}: {
  /** The relation of the existing link; null when there is none. */
  readonly standing: Relation | null;
  readonly onPick: (pick: PickedRelation) => void;
  readonly onClose: () => void;
}) {
  const [isSwapped, setIsSwapped] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  useShortcut("s", { label: "Swap direction", group: GROUP }, () => setIsSwapped((old) => !old));
  useShortcut("Escape", { label: "Cancel", group: GROUP }, onClose);
  return (
    <div role="group" aria-label="Relation" className="mt-3 rounded-lg border border-line bg-surface p-3">
      <p className="mb-2 text-sm text-muted">
        {isSwapped ? "The second note … the first" : "The first note … the second"}
      </p>
      <div ref={first} className="flex flex-wrap gap-2">
        {RELATIONS.map((relation, index) => (
          <RelationButton
            key={relation}
            relation={relation}
            keys={String(index + 1)}
            stands={relation === standing && !isSwapped}
            onPick={() => onPick({ relation, isSwapped })}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button small look="ghost" aria-pressed={isSwapped} onClick={() => setIsSwapped(!isSwapped)}>
          <ArrowLeftRight size={14} aria-hidden />
          Swap direction
          <Kbd keys="s" />
        </Button>
        <Button small look="ghost" onClick={onClose}>
          Cancel
          <Kbd keys="Escape" />
        </Button>
      </div>
    </div>
  );
}

function RelationButton({
  relation,
  keys,
  stands,
  onPick,
}: {
  readonly relation: Relation;
  readonly keys: string;
  readonly stands: boolean;
  readonly onPick: () => void;
}) {
  useShortcut(keys, { label: relation.replace("_", " "), group: GROUP }, onPick);
  return (
    <Button small onClick={onPick} {...(stands && { "aria-current": true })}>
      <RelationBadge relation={relation} />
      <Kbd keys={keys} />
    </Button>
  );
}
