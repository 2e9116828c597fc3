import type { Proposal } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import type { SuggestionCard } from "./cards.ts";
import { evidenceParts } from "./evidence-parts.ts";
import { proposerWords } from "./proposer-words.ts";

/** A proposed link as a sentence: claim, relation, claim; then the words that show it, and who proposes it. */
export function ProposedLink({ card }: { readonly card: SuggestionCard }) {
  const { source, target, relation, evidence } = card;
  const inTitle = [source, target].find(({ id, title }) => id === evidence?.note_id && title.includes(evidence.quote));
  return (
    <div className="flex flex-col gap-1">
      <Claim note={source} quote={inTitle === source ? evidence!.quote : null} />
      <span className="block pl-3">
        <RelationBadge relation={relation} />
      </span>
      <Claim note={target} quote={inTitle === target ? evidence!.quote : null} />
      {evidence !== null && inTitle === undefined && <EvidenceSentence evidence={evidence} />}
      <p className="mt-1 text-sm text-muted tabular-nums">{detailsOf(card)}</p>
    </div>
  );
}

function Claim({ note, quote }: { readonly note: SuggestionCard["source"]; readonly quote: string | null }) {
  return (
    <NoteLink id={note.id} className="font-medium hover:underline">
      {quote === null ? note.title : <MarkedQuote text={note.title} quote={quote} />}
    </NoteLink>
  );
}

/** The sentence of the note that has the quote; the quote alone until the note is there. */
function EvidenceSentence({ evidence }: { readonly evidence: NonNullable<Proposal["evidence"]> }) {
  const trpc = useTRPC();
  const { note_id: id, quote } = evidence;
  const { data } = useQuery(trpc.notes.get.queryOptions({ id }));
  return (
    <blockquote className="mt-1 border-l-2 border-line pl-3 text-sm break-words">
      <MarkedQuote text={data?.content ?? quote} quote={quote} />
    </blockquote>
  );
}

function MarkedQuote({ text, quote }: { readonly text: string; readonly quote: string }) {
  const parts = evidenceParts(text, quote);
  return (
    <>
      {parts.before}
      <mark className="rounded-sm bg-mark text-text">{parts.quote}</mark>
      {parts.after}
    </>
  );
}

function detailsOf({ by, confidence, similarity }: SuggestionCard): string {
  return [
    proposerWords(by),
    ...(confidence === null ? [] : [`${Math.round(confidence * 100)} % sure`]),
    ...(similarity > 0 ? [`${Math.round(similarity * 100)} % similar`] : []),
  ].join(" · ");
}
