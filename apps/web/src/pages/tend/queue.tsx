import { useEffect, useRef, useState } from "react";
import { Check } from "lucide-react";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import type { Kind } from "./cards.ts";
import { DecisionCard } from "./decision-card.tsx";
import { KIND_WORDS } from "./kind-words.ts";
import { PrecisionTable } from "./precision-table.tsx";
import { SelectBar } from "./select-bar.tsx";
import { useCards } from "./use-cards.ts";

const MOST_SHOWN = 12;
const GROUP = "Tend";

/** The cards of a kind; keys act on the current one. */
export function Queue({ kind }: { readonly kind: Kind }) {
  const { cards, error, retry, isLooking, lookFurther } = useCards(kind);
  const [chosenIndex, setChosenIndex] = useState(0);
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const shownCards = cards.slice(0, MOST_SHOWN);
  const current = Math.min(chosenIndex, shownCards.length - 1);
  const words = KIND_WORDS[kind];
  const suggestions = shownCards.filter((card) => card.kind === "suggestions");
  const toggle = (key: string): void => {
    const keys = new Set(selectedKeys);
    if (!keys.delete(key)) keys.add(key);
    setSelectedKeys(keys);
  };

  const move = (step: 1 | -1): void => {
    const next = Math.min(shownCards.length - 1, Math.max(0, current + step));
    setChosenIndex(next);
    const card = list.current?.children[next]?.firstElementChild as HTMLElement | null | undefined;
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest" });
  };
  const when = shownCards.length > 0;
  useShortcut("j", { label: "Next card", group: GROUP, when }, () => move(1));
  useShortcut("k", { label: "Previous card", group: GROUP, when }, () => move(-1));
  // Otherwise the focus would be lost with the button of a decided card.
  const key = shownCards[current]?.key;
  useEffect(() => {
    if (document.activeElement === document.body)
      (list.current?.children[current]?.firstElementChild as HTMLElement)?.focus({ preventScroll: true });
  }, [key, current]);

  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <section aria-label={words.label} aria-busy={isLooking} className="pt-4">
      {shownCards.length > 0 && <p className="mb-4 text-sm text-muted">{words.about}</p>}
      {suggestions.length > 1 && (
        <SelectBar cards={suggestions} selectedKeys={selectedKeys} onSelect={setSelectedKeys} />
      )}
      <ol ref={list} className="flex flex-col gap-4">
        {shownCards.map((card, index) => (
          <li key={card.key}>
            <DecisionCard
              card={card}
              current={index === current}
              onEnter={() => setChosenIndex(index)}
              selection={
                suggestions.length > 1
                  ? { isSelected: selectedKeys.has(card.key), toggle: () => toggle(card.key) }
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
      {shownCards.length === 0 && isLooking && <SkeletonRows count={2} height={180} />}
      {shownCards.length === 0 && !isLooking && (
        <EmptyState icon={<Check size={22} aria-hidden />} title={words.nothing}>
          {words.teach}
        </EmptyState>
      )}
      {lookFurther && (
        <div className="mt-4 text-center">
          <Button onClick={lookFurther} disabled={isLooking}>
            Look through more notes
          </Button>
        </div>
      )}
      {kind === "suggestions" && <PrecisionTable />}
    </section>
  );
}
