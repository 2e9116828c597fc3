import { RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import type { SuggestionCard } from "./cards.ts";
import { relationGroups } from "./relation-groups.ts";
import { useDecide } from "./use-decide.ts";

/** Selects all shown suggestions of one relation, and links the selected ones together. */
export function SelectBar({
  cards,
  selectedKeys,
  onSelect,
}: {
  readonly cards: readonly SuggestionCard[];
  readonly selectedKeys: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}) {
  const { decisions, decide } = useDecide();
  const chosenCards = cards.filter(({ key }) => selectedKeys.has(key));
  const accept = (): void => {
    onSelect(new Set());
    void decide(
      chosenCards.map(({ key }) => key),
      decisions.acceptProposals(chosenCards),
    );
  };
  return (
    <div role="group" aria-label="Select" className="mb-4 flex min-h-7 flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Select all</span>
      {relationGroups(cards).map(({ relation, cards: group }) => {
        const isPressed = group.every(({ key }) => selectedKeys.has(key));
        const toggle = (): void => {
          const keys = new Set(selectedKeys);
          for (const { key } of group)
            if (isPressed) keys.delete(key);
            else keys.add(key);
          onSelect(keys);
        };
        return (
          <Chip key={relation} isPressed={isPressed} onPress={toggle}>
            {RELATION_LOOKS[relation].outgoing} ({group.length})
          </Chip>
        );
      })}
      {chosenCards.length > 0 && (
        <Button small look="primary" onClick={accept}>
          Link {chosenCards.length} selected
        </Button>
      )}
    </div>
  );
}
