import type { Decision, NamedNote } from "@knote/contract";
import { Fragment } from "react";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { TypeIcon } from "../../features/notes/type-icon.tsx";
import { dayOf, HOLDS_WORDS, OUTCOME_WORDS, sureness } from "../../features/stances/stance-words.ts";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";

/** A decision with what is known of it: how sure its owner was, what came, and what speaks against it. */
export function DecisionFacts({ decision }: { readonly decision: Decision }) {
  const { note, confidence, outcome, review_on, due } = decision;
  return (
    <>
      <div className="flex items-baseline gap-2">
        <TypeIcon type={note.note_type} />
        <NoteLink id={note.id} className="min-w-0 flex-1 font-medium break-words hover:underline">
          {note.title}
        </NoteLink>
        {confidence !== null && (
          <span className="shrink-0 text-sm text-muted tabular-nums">{sureness(confidence)}</span>
        )}
      </div>
      <p className="mt-1 pl-5 text-sm text-muted">
        {outcome !== null && <span className="text-text">{OUTCOME_WORDS[outcome]}. </span>}
        <WhyNot decision={decision} />
        {outcome === null && review_on !== null && (
          <span>
            {due ? "Due since" : "Look again on"} {dayOf(review_on)}.
          </span>
        )}
      </p>
    </>
  );
}

/** Whether it still holds, and what speaks against it. */
function WhyNot({ decision: { holds, since, rests_on, against, heads } }: { readonly decision: Decision }) {
  const uncertain = rests_on.filter(({ state, needs_review }) => state !== "active" || needs_review);
  const notes =
    holds === "contested" ? against : holds === "superseded" ? heads : holds === "needs_review" ? uncertain : [];
  const joint = holds === "needs_review" ? ": rests on " : " by ";
  return (
    <span>
      {HOLDS_WORDS[holds]}
      {notes.length > 0 && (
        <>
          {joint}
          <Names notes={notes} />
        </>
      )}
      {since !== null && (
        <>
          , <RelativeTime at={since} />
        </>
      )}
      .{" "}
    </span>
  );
}

function Names({ notes }: { readonly notes: readonly NamedNote[] }) {
  return notes.map(({ id, title }, index) => (
    <Fragment key={`${id} ${index}`}>
      {index > 0 && " and "}
      <NoteLink id={id} className="text-text underline-offset-2 hover:underline">
        “{title}”
      </NoteLink>
    </Fragment>
  ));
}
