import type { Suggestion, TendedNote } from "@knote/contract";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { NoteCard } from "../../features/notes/note-card.tsx";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { ClaimPath } from "../../features/reviews/claim-path.tsx";
import type { Card } from "./cards.ts";
import { ProposedLink } from "./proposed-link.tsx";

const SIDES = "grid items-stretch gap-3 md:grid-cols-2 [&>*]:h-full";

/** Shows the notes of a card and how they relate. */
export function CardFace({
  card,
  suggestions,
  isLooking,
  beneath,
}: {
  readonly card: Card;
  readonly suggestions: readonly Suggestion[];
  readonly isLooking: boolean;
  /** Returns the actions on one of the notes alone. */
  readonly beneath: (note: TendedNote) => readonly ReactNode[];
}) {
  const side = (note: TendedNote) => {
    const actions = beneath(note);
    return (
      <NoteCard key={note.id} note={note}>
        {actions.length > 0 && actions}
      </NoteCard>
    );
  };
  switch (card.kind) {
    case "reviews":
      return (
        <>
          <ClaimPath review={card} />
          {card.more > 0 && (
            <p className="mt-2 text-sm text-muted">
              {card.more === 1 ? "One more cause" : `${card.more} more causes`}, shown on the note’s page
            </p>
          )}
        </>
      );
    case "contested":
    case "duplicates":
      return (
        <>
          <div className="mb-2.5 flex items-center justify-center gap-3">
            {card.kind === "contested" && <RelationBadge relation="contradicts" />}
            {card.kind === "duplicates" && (
              <span className="text-sm text-muted tabular-nums">{Math.round(card.similarity * 100)} % similar</span>
            )}
          </div>
          <div className={SIDES}>
            {side(card.source)}
            {side(card.target)}
          </div>
        </>
      );
    case "suggestions":
      return <ProposedLink card={card} />;
    case "orphans":
      return (
        <>
          {side(card.note)}
          <SuggestedList suggestions={suggestions} isLooking={isLooking} />
        </>
      );
  }
}

function SuggestedList({
  suggestions,
  isLooking,
}: {
  readonly suggestions: readonly Suggestion[];
  readonly isLooking: boolean;
}) {
  if (isLooking) return <p className="mt-3 pl-5 text-sm text-muted">Looking for related notes …</p>;
  return (
    <ol className="mt-2 pl-5 empty:hidden">
      {suggestions.map(({ target_id: id, target_title: title, similarity }) => (
        <li key={id} className="flex items-center gap-2 py-1">
          <ArrowRight size={14} aria-hidden className="shrink-0 text-muted" />
          <NoteLink id={id} className="min-w-0 flex-1 hover:underline">
            {title}
          </NoteLink>
          <span className="text-xs text-muted tabular-nums">{Math.round(similarity * 100)} %</span>
        </li>
      ))}
    </ol>
  );
}
