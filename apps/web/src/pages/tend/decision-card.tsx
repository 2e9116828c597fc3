import type { Suggestion } from "@knote/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { ReasonForm } from "../../features/reviews/reason-form.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import type { Card, ReviewCard } from "./cards.ts";
import { type Choice, choicesOf, endsOf, isAboutLink, relink } from "./choices.ts";
import { CardFace } from "./card-face.tsx";
import { ChoiceButton, GROUP, KeyHint } from "./choice-button.tsx";
import { MergeForm } from "./merge-form.tsx";
import { RelationPicker } from "./relation-picker.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { useDecide } from "./use-decide.ts";

const MOST_SUGGESTIONS = 3;

/** A card with its choices, as buttons, and as keys while it is the current one. */
export function DecisionCard({
  card,
  current,
  onEnter,
  selection,
}: {
  readonly card: Card;
  readonly current: boolean;
  readonly onEnter: () => void;
  /** Whether the card is selected, and how to change that; absent where cards cannot be selected. */
  readonly selection?: { readonly isSelected: boolean; readonly toggle: () => void } | undefined;
}) {
  const { decisions, decide } = useDecide();
  const { suggestions, isLooking } = useSuggestions(card, current);
  const [openPanel, setOpenPanel] = useState<"relations" | "reason" | "merge" | null>(null);
  const close = () => setOpenPanel(null);
  const ends = endsOf(card, suggestions);
  const choices = choicesOf(card, decisions, suggestions);
  const hasKeys = current && openPanel === null;
  const take = ({ decide: make }: Choice) => void decide([card.key], make());
  const press = (choice: Choice) => (
    <ChoiceButton key={choice.keys} choice={choice} hasKeys={hasKeys} run={() => take(choice)} />
  );
  useShortcut("r", { label: "Another relation", group: GROUP, when: hasKeys && ends !== null }, () =>
    setOpenPanel("relations"),
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
      {selection && (
        <label className="float-right flex items-center gap-1.5 pl-3 text-sm text-muted">
          <input type="checkbox" checked={selection.isSelected} onChange={selection.toggle} />
          Select
        </label>
      )}
      <CardFace
        card={card}
        suggestions={suggestions}
        isLooking={isLooking}
        beneath={(note) => choices.filter(({ about }) => about?.id === note.id).map(press)}
      />
      {openPanel === "reason" && card.kind === "reviews" ? (
        <ReasonForm onGive={(reason) => void decide([card.key], decisions.lookAt(card, reason))} onClose={close} />
      ) : openPanel === "merge" && card.kind === "duplicates" ? (
        <MergeForm
          newer={card.source}
          older={card.target}
          onMerge={(texts) => void decide([card.key], decisions.merge(card.source, card.target, texts))}
          onClose={close}
        />
      ) : openPanel === "relations" && ends ? (
        <RelationPicker
          standing={isAboutLink(card) ? ends.relation : null}
          onPick={(pick) => void decide([card.key], relink(card, ends, decisions, pick))}
          onClose={close}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {choices.filter(({ about }) => about === undefined).map(press)}
          {card.kind === "duplicates" && (
            <ChoiceButton
              choice={{ keys: "m", label: "Merge into one" }}
              hasKeys={hasKeys}
              run={() => setOpenPanel("merge")}
            />
          )}
          {card.kind === "reviews" && (
            <ReviewActions noteId={card.note.id} hasKeys={hasKeys} onReason={() => setOpenPanel("reason")} />
          )}
          {ends && (
            <Button small look="ghost" onClick={() => setOpenPanel("relations")}>
              Other relation
              <KeyHint keys="r" isShown={hasKeys} />
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** Returns notes that an orphan could be linked to; fetched once the card becomes current. */
function useSuggestions(card: Card, current: boolean): { suggestions: readonly Suggestion[]; isLooking: boolean } {
  const trpc = useTRPC();
  const [hasBeenCurrent, setHasBeenCurrent] = useState(current);
  if (current && !hasBeenCurrent) setHasBeenCurrent(true);
  const { data, isLoading } = useQuery(
    trpc.notes.suggestions.queryOptions(
      card.kind === "orphans" && hasBeenCurrent ? { id: card.note.id, limit: MOST_SUGGESTIONS } : skipToken,
      { staleTime: Infinity },
    ),
  );
  if (card.kind !== "orphans" || !data) return { suggestions: [], isLooking: isLoading };
  return { suggestions: data.suggestions, isLooking: false };
}

function nameOf(card: Card): string {
  switch (card.kind) {
    case "contested":
      return `${card.source.title} contradicts ${card.target.title}`;
    case "reviews":
      return `${card.note.title} rests on ${nameOfCause(card)}`;
    case "duplicates":
      return `${card.source.title} is similar to ${card.target.title}`;
    case "suggestions":
      return `${card.source.title} ${RELATION_LOOKS[card.relation].outgoing} ${card.target.title}`;
    case "orphans":
      return `${card.note.title} has no links`;
  }
}

function nameOfCause({ note, cause }: ReviewCard): string {
  if (cause.kind !== "deleted") return cause.title;
  return cause.id === note.id ? "a deleted note" : `${cause.title}, which rested on a deleted note`;
}
