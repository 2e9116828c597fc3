import type { Source } from "@knote/contract";
import { createContext, type ReactNode, use, useMemo } from "react";
import { Markdown } from "../../kit/markdown/markdown.tsx";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { Tooltip } from "../../kit/ui/tooltip.tsx";
import { type AnswerPart, readCitations, wholeStatement } from "./citations.ts";

interface Citations {
  readonly parts: readonly AnswerPart[];
  readonly sources: readonly Source[];
}

const CitationsContext = createContext<Citations>({ parts: [], sources: [] });

/** Renders an answer with its citations as chips, which show the claim and open the note at the passage. */
export function CitedText({ text, sources }: { readonly text: string; readonly sources: readonly Source[] }) {
  const citations = useMemo(() => ({ parts: readCitations(text), sources }), [text, sources]);
  return (
    <CitationsContext value={citations}>
      <Markdown text={text} renderText={renderText} />
    </CitationsContext>
  );
}

function renderText(text: string): ReactNode {
  return <PlainText text={text} />;
}

function PlainText({ text }: { readonly text: string }) {
  return readCitations(text).map((part, index) =>
    // Parts have no id, so the index is the key.
    "text" in part ? part.text : <CitationChip key={index} number={part.number} statement={part.statement} />,
  );
}

function CitationChip({ number, statement }: { readonly number: number; readonly statement: string }) {
  const { parts, sources } = use(CitationsContext);
  const source = sources[number - 1];
  if (!source) return null;
  return (
    <Tooltip text={source.title}>
      <NoteLink
        id={source.id}
        passage={wholeStatement(parts, number, statement)}
        aria-label={`Source ${number}: ${source.title}`}
        className="mx-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-md border border-line bg-hover px-1 align-[2px] text-[11px] leading-none font-medium tabular-nums no-underline hover:border-accent hover:bg-accent hover:text-on-accent"
      >
        {number}
      </NoteLink>
    </Tooltip>
  );
}
