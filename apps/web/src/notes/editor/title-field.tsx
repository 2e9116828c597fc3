import { LIMITS } from "@knote/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "../../remote/trpc.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { NoteLink } from "../note-link.tsx";
import { LengthLeft } from "./length-left.tsx";
import type { Editor } from "./use-editor.ts";

const SETTLE_MS = 250;
const SHORTEST = 8;
const MOST_SHOWN = 3;
/** Of a note and a claim that say much the same. */
const SIMILAR = 0.35;

/** The claim, and under it the claims that are like it. */
export function TitleField({
  editor: { fields, change },
  noteId,
  autoFocus,
}: {
  readonly editor: Editor;
  readonly noteId: string | null;
  readonly autoFocus: boolean;
}) {
  return (
    <div>
      <label className="block">
        <span className="sr-only">Claim</span>
        <textarea
          rows={1}
          autoFocus={autoFocus}
          value={fields.title}
          placeholder="State it so that someone could disagree"
          // A claim is one line, however long.
          onChange={(event) => change({ title: event.target.value.replace(/\n+/g, " ") })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.querySelector<HTMLElement>("textarea[name=content]")?.focus();
          }}
          className="[field-sizing:content] w-full resize-none bg-transparent text-2xl leading-snug font-semibold tracking-tight outline-none"
        />
      </label>
      <LengthLeft text={fields.title} limit={LIMITS.titleLength} />
      <SimilarClaims title={fields.title} noteId={noteId} />
    </div>
  );
}

function SimilarClaims({ title, noteId }: { readonly title: string; readonly noteId: string | null }) {
  const client = useTRPCClient();
  const query = useSettled(title.trim(), SETTLE_MS);
  const { data } = useQuery({
    queryKey: ["similar", query],
    queryFn: ({ signal }) => client.recall.recall.mutate({ query, limit: MOST_SHOWN + 1, mode: "hybrid" }, { signal }),
    enabled: query.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const similar = (data?.results ?? [])
    // A note that has no vector yet was found by its words.
    .filter(({ id, similarity }) => id !== noteId && (similarity === 0 || similarity >= SIMILAR))
    .slice(0, MOST_SHOWN);
  if (query.length < SHORTEST || similar.length === 0) return null;
  return (
    <section aria-label="Similar claims" className="mt-2 animate-appear border-l-2 border-line pl-3 text-sm">
      <h2 className="text-muted">You said something like it</h2>
      <ul>
        {similar.map(({ id, title: claim, similarity }) => (
          <li key={id}>
            <NoteLink id={id} className="-mx-1.5 flex items-baseline gap-3 rounded px-1.5 py-0.5 hover:bg-hover">
              <span className="min-w-0 flex-1">{claim}</span>
              {similarity > 0 && (
                <span className="text-xs text-muted tabular-nums">{Math.round(similarity * 100)} %</span>
              )}
            </NoteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
