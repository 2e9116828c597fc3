import { NoteEdge } from "../../features/notes/note-edge.tsx";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { StateLabel } from "../../features/notes/state-label.tsx";
import type { KeptSource } from "./answer-history.ts";

/** A note that an answer rests on, and below it the notes that contradict it or that it contradicts. */
export function SourceCard({
  source: { id, title, similarity, note_type: type, state, snippet, found_by: foundBy, contradicts = [], doubt },
  isGone,
  number,
  above,
  statement,
}: {
  readonly source: KeptSource;
  /** Whether the note has been deleted since the answer. */
  readonly isGone: boolean;
  readonly number: number;
  /** Ids of the sources above; contradictions with those are already shown there. */
  readonly above: readonly string[];
  readonly statement: string | undefined;
}) {
  const counterparts = contradicts.filter((other) => !above.includes(other.id));
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-surface">
      {type && state && <NoteEdge type={type} state={state} />}
      <NoteLink
        id={id}
        {...(statement !== undefined && { passage: statement })}
        className="flex items-baseline gap-3 py-2 pr-3 pl-4 outline-offset-[-2px] hover:bg-hover"
      >
        <span className="text-sm text-muted tabular-nums">{number}</span>
        <span className="min-w-0 flex-1">
          <span className="font-medium">{title}</span>
          {isGone ? (
            <span className="ml-2 text-xs text-muted">since deleted</span>
          ) : (
            state && <StateLabel state={state} className="ml-2 text-xs" />
          )}
          {doubt && <Doubt doubt={doubt} />}
          {foundBy !== undefined && <WhyFound by={foundBy} />}
          {snippet !== undefined && snippet !== "" && (
            <span className="line-clamp-2 text-sm break-words text-muted">{snippet}</span>
          )}
        </span>
        <Similarity value={similarity} />
      </NoteLink>
      {counterparts.map((other) => (
        <NoteLink
          key={`${other.incoming} ${other.id}`}
          id={other.id}
          className="flex items-baseline gap-2 border-t border-line py-1.5 pr-3 pl-10 text-sm outline-offset-[-2px] hover:bg-hover"
        >
          <RelationBadge relation="contradicts" incoming={other.incoming} />
          <span className="min-w-0">{other.title}</span>
        </NoteLink>
      ))}
    </div>
  );
}

const FATES: Readonly<Record<NonNullable<KeptSource["doubt"]>["kind"], string>> = {
  superseded: "which was replaced",
  contested: "which is disputed",
  archived: "which you set aside",
  reworded: "which reads differently now",
  deleted: "",
};

/** Says what the note rested on, and what became of it. */
function Doubt({ doubt: { kind, claim, now } }: { readonly doubt: NonNullable<KeptSource["doubt"]> }) {
  const present =
    kind === "reworded" || now.length === 0 ? "" : ` by ${now.map((title) => `“${title}”`).join(" and ")}`;
  return (
    <span className="block text-sm break-words text-muted">
      Not certain any more: it rested on{" "}
      {kind === "deleted" ? "a note that you deleted." : `“${claim}”, ${FATES[kind]}${present}.`}
    </span>
  );
}

/** Explains why the note was found: a direct hit, or the link that led to it. */
function WhyFound({ by }: { readonly by: NonNullable<KeptSource["found_by"]> | null }) {
  if (by === null) return <span className="block text-sm text-muted">matches the question</span>;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
      found through a link: <RelationBadge relation={by.relation} incoming={by.incoming} />
      {by.title !== "" && <span className="min-w-0">{by.title}</span>}
    </span>
  );
}

function Similarity({ value }: { readonly value: number }) {
  const percent = Math.round(value * 100);
  // A similarity of 0 means that the note has no vector yet and was found by its words.
  if (percent === 0) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-2 text-sm text-muted tabular-nums"
      title="Similarity to the question"
    >
      <svg aria-hidden width="36" height="4" viewBox="0 0 36 4">
        <rect width="36" height="4" rx="2" fill="var(--line)" />
        <rect width={(36 * percent) / 100} height="4" rx="2" fill="var(--field-line)" />
      </svg>
      {percent} %
    </span>
  );
}
