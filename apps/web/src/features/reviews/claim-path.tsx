import type { Review } from "@knote/contract";
import { Fragment } from "react";
import { NoteLink } from "../notes/note-link.tsx";
import { RelationBadge } from "../notes/relation-badge.tsx";
import { type ShownReview, useTitles } from "./use-titles.ts";

type Cause = Review["cause"];

const FATES: Readonly<Record<Cause["kind"], string>> = {
  superseded: "replaced by",
  archived: "archived",
  deleted: "rested on a note that was deleted",
  reworded: "a claim that reads",
  contested: "contested by",
};

/** The way from a note to what fell, as a line of claims: each rests on the next. Ends with what stands now. */
export function ClaimPath({ review }: { readonly review: ShownReview }) {
  const { note, cause, path } = review;
  const titles = useTitles(review);
  return (
    <ol className="flex flex-col gap-1">
      <li>
        <Claim id={note.id} title={note.title} className="font-medium" />
      </li>
      {path.map(({ relation, target_id: id }) => (
        <li key={id}>
          <span className="block pl-3">
            <RelationBadge relation={relation} />
          </span>
          {/* A reworded claim is told as it reads now, below. */}
          {(cause.kind !== "reworded" || id !== cause.id) && (
            <Claim id={id} title={titles.get(id)} className={isGone(cause, id) ? "text-muted line-through" : ""} />
          )}
        </li>
      ))}
      <li className="border-l-2 border-line pl-3 text-sm">
        <Fate cause={cause} />
      </li>
    </ol>
  );
}

/** What became of the cause, in words, and what stands now. */
export function Fate({ cause: { kind, now } }: { readonly cause: Pick<Cause, "kind" | "now"> }) {
  return (
    <>
      <span className="text-muted">{now.length === 0 && kind === "superseded" ? "replaced" : FATES[kind]}</span>
      {now.map(({ id, title }, index) => (
        <Fragment key={id}>
          {index > 0 && <span className="text-muted"> and</span>}{" "}
          <NoteLink id={id} className="hover:underline">
            “{title}”
          </NoteLink>
        </Fragment>
      ))}
      {kind === "reworded" && <span className="text-muted"> now</span>}
    </>
  );
}

function Claim({
  id,
  title = "…",
  className,
}: {
  readonly id: string;
  readonly title: string | undefined;
  readonly className: string;
}) {
  return (
    <NoteLink id={id} className={`hover:underline ${className}`}>
      {title}
    </NoteLink>
  );
}

function isGone({ id, kind }: Cause, claimId: string): boolean {
  return id === claimId && (kind === "superseded" || kind === "archived");
}
