import type { Finding } from "@knote/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { useSettled } from "../../../kit/ui/use-settled.ts";
import { useTRPCClient } from "../../../remote/trpc.ts";
import { NoteLink } from "../note-link.tsx";
import { RelationBadge } from "../relation-badge.tsx";
import type { AcceptedLinks } from "./accepted-links.ts";
import { fieldProblems, isClaimAlone, type NoteFields } from "./note-fields.ts";
import { moveSecondClaim, type Offer, offersOf } from "./offers-of.ts";
import type { Editor } from "./use-editor.ts";

const SETTLE_MS = 500;
const SHORTEST = 8;
const MOST_SHOWN = 5;
const TAKE_KEYS = "mod+.";

/** Lists what to look at before the note is saved, each with what one key does about it. Nothing here keeps it from being saved. */
export function Findings({
  editor,
  noteId,
  replacedId,
  acceptedLinks,
}: {
  readonly editor: Editor;
  readonly noteId: string | null;
  /** The note that this one replaces; that it says the same, or otherwise, needs no finding. */
  readonly replacedId: string | null;
  readonly acceptedLinks: AcceptedLinks;
}) {
  const navigate = useNavigate();
  const settledIds = new Set(acceptedLinks.list.map(({ id }) => id));
  const findings = useFindings(editor.fields, noteId ?? replacedId)
    .filter(
      ({ notes = [], offer }) =>
        ![offer?.target_id, ...notes.map(({ id }) => id)].some((id) => settledIds.has(id ?? "")),
    )
    .slice(0, MOST_SHOWN);
  const take = (offer: Offer): void => {
    if (offer.kind === "link") acceptedLinks.add(offer.link);
    else if (offer.kind === "split") void navigate({ to: "/notes/$id/split", params: { id: noteId! } });
    else editor.change(moveSecondClaim(editor.fields, offer.start));
  };
  const isStored = noteId !== null;
  const firstOffer = findings.flatMap((finding) => offersOf(finding, isStored))[0];
  useShortcut(TAKE_KEYS, { label: "Take the first offer", group: "Writing", when: firstOffer !== undefined }, () => {
    if (firstOffer) take(firstOffer);
  });
  if (findings.length === 0 && acceptedLinks.list.length === 0) return null;
  return (
    <section aria-label="Findings" className="-mt-2 animate-appear border-l-2 border-line pl-3 text-sm">
      <ul>
        {acceptedLinks.list.map(({ id, title, relation }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
            <RelationBadge relation={relation} />
            <span className="min-w-0 flex-1">{title}</span>
            <Button small look="ghost" onClick={() => acceptedLinks.remove(id)}>
              Do not link
            </Button>
          </li>
        ))}
        {findings.map((finding) => (
          <FindingLine
            key={keyOf(finding)}
            finding={finding}
            isStored={isStored}
            firstOffer={firstOffer}
            onTake={take}
          />
        ))}
      </ul>
    </section>
  );
}

function FindingLine({
  finding,
  isStored,
  firstOffer,
  onTake,
}: {
  readonly finding: Finding;
  readonly isStored: boolean;
  readonly firstOffer: Offer | undefined;
  readonly onTake: (offer: Offer) => void;
}) {
  const { level, message, notes: [note] = [] } = finding;
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5 ${level === "hint" ? "text-muted" : ""}`}>
      <span className="min-w-52 flex-1">
        {note ? (
          <NoteLink id={note.id} className="hover:underline">
            {message}
          </NoteLink>
        ) : (
          message
        )}
      </span>
      {offersOf(finding, isStored).map((offer) => (
        <Button key={offer.label} small onClick={() => onTake(offer)}>
          {offer.label}
          {firstOffer && keyOfOffer(offer) === keyOfOffer(firstOffer) && (
            <span className="hidden sm:inline">
              <Kbd keys={TAKE_KEYS} />
            </span>
          )}
        </Button>
      ))}
    </li>
  );
}

/** Returns the findings of what is written once it has stayed the same for half a second; none while it is too short. */
function useFindings(fields: NoteFields, id: string | null): readonly Finding[] {
  const client = useTRPCClient();
  const draft = useSettled(JSON.stringify(draftOf(fields, id)), SETTLE_MS);
  const { title } = JSON.parse(draft) as ReturnType<typeof draftOf>;
  const isEnabled = title.length >= SHORTEST && Object.keys(fieldProblems(fields)).length === 0;
  const { data } = useQuery({
    queryKey: ["findings", draft],
    queryFn: ({ signal }) => client.notes.check.mutate(JSON.parse(draft) as ReturnType<typeof draftOf>, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isEnabled ? (data?.findings ?? []) : [];
}

function draftOf(fields: NoteFields, id: string | null) {
  const { title, content, note_type } = fields;
  return {
    title: title.trim(),
    note_type,
    ...(!isClaimAlone(fields) && { content: content.trim() }),
    ...(id !== null && { id }),
  };
}

function keyOf({ rule, message }: Finding): string {
  return `${rule} ${message}`;
}

function keyOfOffer(offer: Offer): string {
  return offer.kind === "link" ? `${offer.link.relation} ${offer.link.id}` : offer.kind;
}
