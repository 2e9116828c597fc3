import type { GraphChange, NamedNote } from "@knote/contract";
import { Fragment, type ReactNode } from "react";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { TypeIcon } from "../../features/notes/type-icon.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";

/** One change as a sentence. */
export function ChangeLine({ change }: { readonly change: GraphChange }) {
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2 last:border-b-0">
      <TypeIcon type={change.note.note_type} />
      <p className="min-w-0 flex-1 break-words">
        <Sentence change={change} />
      </p>
      <RelativeTime at={change.at} className="shrink-0 text-xs text-muted" />
    </li>
  );
}

function Sentence({ change }: { readonly change: GraphChange }): ReactNode {
  const { kind, note, from, by = [], relation, other } = change;
  const claim = <Claim note={note} />;
  const others = <Claims notes={by} />;
  const verb = relation === undefined ? "" : RELATION_LOOKS[relation].outgoing;
  switch (kind) {
    case "written":
      return claim;
    case "reworded":
      return (
        <>
          “{from}” now reads {claim}
        </>
      );
    case "explained":
      return <>{claim} has another explanation</>;
    case "replaced":
      return (
        <>
          {claim} was replaced{by.length > 0 && <> by {others}</>}
        </>
      );
    case "contested":
      return (
        <>
          {claim} is contested{by.length > 0 && <> by {others}</>}
        </>
      );
    case "settled":
      return <>{claim} is not contested any more</>;
    case "set_aside":
      return <>{claim} was archived</>;
    case "stands_again":
      return <>{claim} stands again</>;
    case "needs_review":
      return (
        <>
          {claim} needs review{by.length > 0 && <>, because of {others}</>}
        </>
      );
    case "linked":
      return (
        <>
          {claim} {verb} {other && <Claim note={other} />}
        </>
      );
    case "unlinked":
      return (
        <>
          {claim} no longer: {verb} {other && <Claim note={other} />}
        </>
      );
  }
}

function Claims({ notes }: { readonly notes: readonly NamedNote[] }) {
  return notes.map((note, index) => (
    <Fragment key={note.id}>
      {index > 0 && (index === notes.length - 1 ? " and " : ", ")}
      <Claim note={note} />
    </Fragment>
  ));
}

function Claim({ note: { id, title } }: { readonly note: NamedNote }) {
  return (
    <NoteLink id={id} className="underline-offset-2 hover:underline">
      “{title}”
    </NoteLink>
  );
}
