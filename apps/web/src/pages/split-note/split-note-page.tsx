import { LIMITS, type NoteDetail } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type LinkedNote, linksOf } from "../../features/notes/links-of.ts";
import { problemOf } from "../../kit/errors.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { dealSentences, type PartText } from "./deal-sentences.ts";
import { LinkPlaces } from "./link-places.tsx";
import { PartFields } from "./part-fields.tsx";
import { splitInput } from "./split-input.ts";

const splitNoteRoute = getRouteApi("/frame/notes/$id/split");

/** The page on which a note is split: its sentences are dealt out to parts, and its links stay or go with one. */
export function SplitNotePage() {
  const { id } = splitNoteRoute.useParams();
  const trpc = useTRPC();
  const note = useQuery(trpc.notes.get.queryOptions({ id }));
  const links = useQuery(trpc.links.ofNote.queryOptions({ id, limit: LIMITS.linksOfPart }));
  const error = note.error ?? links.error;
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8">
      <title>Split a note · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Split the note</h1>
      <p className="mt-0.5 text-muted">
        Each part replaces the note. Links stay with the note unless you say which part they belong to.
      </p>
      {error && problemOf(error).kind === "missing" && (
        <EmptyState title="Note not found">It was deleted, or it is not yours.</EmptyState>
      )}
      {error && problemOf(error).kind !== "missing" && (
        <ErrorNotice error={error} onRetry={() => void Promise.all([note.refetch(), links.refetch()])} />
      )}
      {!error && !(note.data && links.data) && <SkeletonRows count={4} />}
      {note.data && links.data && <SplitForm key={id} note={note.data} links={movable(linksOf(links.data))} />}
    </div>
  );
}

/** What the note supersedes, and what supersedes it, stays with it. */
function movable(links: readonly LinkedNote[]): LinkedNote[] {
  return links.filter(({ relation }) => relation !== "supersedes");
}

function SplitForm({ note, links }: { readonly note: NoteDetail; readonly links: readonly LinkedNote[] }) {
  const [parts, setParts] = useState<readonly PartText[]>(() => dealSentences(note));
  /** By link, the part that it goes with; absent while it stays. */
  const [places, setPlaces] = useState<ReadonlyMap<LinkedNote, number>>(new Map());
  const { split, isSplitting } = useSplit(note);
  const navigate = splitNoteRoute.useNavigate();
  const isReady = parts.every(({ title }) => title.trim() !== "");
  const change = (place: number, fields: Partial<PartText>) =>
    setParts(parts.map((part, index) => (index === place ? { ...part, ...fields } : part)));
  const remove = (place: number) => {
    setParts(parts.filter((_, index) => index !== place));
    const otherPlaces = [...places].filter(([, index]) => index !== place);
    setPlaces(new Map(otherPlaces.map(([link, index]) => [link, index > place ? index - 1 : index])));
  };
  return (
    <form
      aria-label="Split the note"
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSplitting) void split(splitInput(note, parts, places));
      }}
    >
      <div className="grid gap-3 md:grid-cols-2">
        {parts.map((part, index) => (
          <PartFields
            key={index}
            number={index + 1}
            part={part}
            onChange={(fields) => change(index, fields)}
            onRemove={parts.length > 2 ? () => remove(index) : null}
          />
        ))}
      </div>
      <LinkPlaces
        links={links}
        places={places}
        partCount={parts.length}
        onPlace={(link, place) => {
          const next = new Map(places);
          if (place === null) next.delete(link);
          else next.set(link, place);
          setPlaces(next);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={!isReady || isSplitting}>
          {`Split into ${parts.length} notes`}
        </Button>
        {parts.length < LIMITS.parts && (
          <Button onClick={() => setParts([...parts, { title: "", content: "" }])}>Add a part</Button>
        )}
        <Button look="ghost" onClick={() => void navigate({ to: "/notes/$id", params: { id: note.id }, search: {} })}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function useSplit({ id }: NoteDetail) {
  const services = useServices();
  const trpc = useTRPC();
  const navigate = splitNoteRoute.useNavigate();
  const [isSplitting, setIsSplitting] = useState(false);
  const { client } = services;
  const split = async (input: ReturnType<typeof splitInput>): Promise<void> => {
    setIsSplitting(true);
    const outcome = await act(services, {
      run: () => client.operations.split.mutate(input),
      doneText: ({ notes }) => `Split into ${notes.length} notes.`,
      undo: ({ operation }) => client.operations.undo.mutate({ id: operation }),
      refresh: [...keysOfNotes(trpc), trpc.operations.pathKey()],
    });
    setIsSplitting(false);
    if (outcome) await navigate({ to: "/notes/$id", params: { id }, search: {} });
  };
  return { split, isSplitting };
}
