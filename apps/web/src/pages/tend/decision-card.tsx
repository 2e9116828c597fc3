import type { Suggestion } from "@knote/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nearKey } from "../../features/tend/dismissals.ts";
import { useDismissed } from "../../features/tend/use-waiting.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import type { Card } from "./cards.ts";
import { type Choice, choicesOf, endsOf, isAboutLink, relink } from "./choices.ts";
import { CardFace } from "./card-face.tsx";
import { RelationPicker } from "./relation-picker.tsx";
import { useDecide } from "./use-decide.ts";

const GROUP = "Tend";
const MOST_SUGGESTIONS = 3;
/** More than are shown, because some may have been dismissed. */
const FETCH_LIMIT = 10;

/** A card with its choices, as buttons, and as keys while it is the current one. */
export function DecisionCard({
  card,
  current,
  onEnter,
}: {
  readonly card: Card;
  readonly current: boolean;
  readonly onEnter: () => void;
}) {
  const { decisions, decide } = useDecide();
  const { suggestions, isLooking } = useSuggestions(card, current);
  const [relinking, setRelinking] = useState(false);
  const ends = endsOf(card, suggestions);
  const choices = choicesOf(card, decisions, suggestions);
  const hasKeys = current && !relinking;
  const take = ({ decide: make }: Choice) => void decide(card.key, make());
  const press = (choice: Choice) => (
    <ChoiceButton key={choice.keys} choice={choice} hasKeys={hasKeys} run={() => take(choice)} />
  );
  useShortcut("r", { label: "Another relation", group: GROUP, when: hasKeys && ends !== null }, () =>
    setRelinking(true),
  );
  return (
    <article
      tabIndex={-1}
      aria-label={nameOf(card)}
      {...(current && { "aria-current": true })}
      onFocus={onEnter}
      onPointerDown={onEnter}
      className={`rounded-xl border bg-canvas p-3 outline-none sm:p-4 ${current ? "border-field-line shadow-raised" : "border-line"}`}
    >
      <CardFace
        card={card}
        suggestions={suggestions}
        isLooking={isLooking}
        beneath={(note) => choices.filter(({ about }) => about?.id === note.id).map(press)}
      />
      {relinking && ends ? (
        <RelationPicker
          standing={isAboutLink(card) ? ends.relation : null}
          onPick={(pick) => void decide(card.key, relink(card, ends, decisions, pick))}
          onClose={() => setRelinking(false)}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {choices.filter(({ about }) => about === undefined).map(press)}
          {ends && (
            <Button small look="ghost" onClick={() => setRelinking(true)}>
              Other relation
              <KeyHint keys="r" isShown={hasKeys} />
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

function ChoiceButton({
  choice: { keys, label, main, also },
  hasKeys,
  run,
}: {
  readonly choice: Choice;
  readonly hasKeys: boolean;
  readonly run: () => void;
}) {
  useShortcut(keys, { label, group: GROUP, when: hasKeys }, run);
  useShortcut(also ?? keys, { label, group: GROUP, when: hasKeys && also !== undefined }, run);
  return (
    <Button small look={main ? "primary" : "secondary"} onClick={run}>
      {label}
      <KeyHint keys={keys} isShown={hasKeys} />
    </Button>
  );
}

function KeyHint({ keys, isShown }: { readonly keys: string; readonly isShown: boolean }) {
  return (
    <span aria-hidden className={isShown ? "hidden md:inline" : "hidden"}>
      <Kbd keys={keys} />
    </span>
  );
}

/** Returns notes that an orphan could be linked to; fetched once the card becomes current. */
function useSuggestions(card: Card, current: boolean): { suggestions: readonly Suggestion[]; isLooking: boolean } {
  const trpc = useTRPC();
  const dismissedKeys = useDismissed();
  const [hasBeenCurrent, setHasBeenCurrent] = useState(current);
  if (current && !hasBeenCurrent) setHasBeenCurrent(true);
  const { data, isLoading } = useQuery(
    trpc.notes.suggestions.queryOptions(
      card.kind === "orphans" && hasBeenCurrent ? { id: card.note.id, limit: FETCH_LIMIT } : skipToken,
      { staleTime: Infinity },
    ),
  );
  if (card.kind !== "orphans" || !data) return { suggestions: [], isLooking: isLoading };
  const isOpen = ({ target_id: id }: Suggestion) => !dismissedKeys.has(nearKey(card.note.id, id));
  return { suggestions: data.suggestions.filter(isOpen).slice(0, MOST_SUGGESTIONS), isLooking: false };
}

function nameOf(card: Card): string {
  switch (card.kind) {
    case "contested":
      return `${card.source.title} contradicts ${card.target.title}`;
    case "foundations":
      return `${card.note.title} rests on ${card.foundation.title}`;
    case "duplicates":
      return `${card.source.title} is similar to ${card.target.title}`;
    case "suggestions":
      return `${card.source.title} and ${card.target.title}`;
    case "orphans":
      return `${card.note.title} has no links`;
  }
}
