import type { Operation } from "@knote/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { useServices } from "../../kit/services.tsx";
import { ShowMore } from "../../kit/ui/show-more.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";

const PAGE = 5;

/** Lists merges and splits of the last 30 days, each with its undo; nothing without any. */
export function Operations() {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.operations.list.infiniteQueryOptions(
      { limit: PAGE },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0 },
    ),
  );
  const operations = pages.data?.pages.flatMap((page) => page.operations) ?? [];
  if (operations.length === 0) return null;
  return (
    <section aria-label="Merges and splits" className="mb-6">
      <h2 className="border-b border-line py-2 text-sm font-medium text-muted">Merges and splits</h2>
      <ul className="divide-y divide-line">
        {operations.map((operation) => (
          <OperationLine key={operation.id} operation={operation} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </section>
  );
}

function OperationLine({ operation: { id, kind, at, state, note, others } }: { readonly operation: Operation }) {
  const services = useServices();
  const trpc = useTRPC();
  const undo = () =>
    act(services, {
      run: () => services.client.operations.undo.mutate({ id }),
      doneText: kind === "merge" ? "Merge undone." : "Split undone.",
      refresh: [...keysOfNotes(trpc), trpc.operations.pathKey()],
    });
  const count = others.length === 1 ? "another note" : `${others.length} notes`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-52 flex-1">
        {note ? <NoteLink id={note.id}>{`“${note.title}”`}</NoteLink> : "A deleted note"}
        {kind === "merge" ? ` took in ${count}` : " was split"}
        <span className="ml-2 text-sm text-muted">
          <RelativeTime at={at} />
        </span>
      </span>
      {state === "done" && (
        <Button small onClick={() => void undo()}>
          Undo
        </Button>
      )}
      {state !== "done" && <span className="text-sm text-muted">{state === "undone" ? "Undone" : "Under way"}</span>}
    </li>
  );
}
