import type { NoteLinks } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { type ChainedNote, walkChain } from "./walk-chain.ts";

/** Lists the claims that replaced each other, oldest first, including this one; nothing when there are none. */
export function SupersessionChain({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const linksOf = (noteId: string): Promise<NoteLinks> =>
    queryClient.fetchQuery(trpc.links.ofNote.queryOptions({ id: noteId }));
  const { data: own } = useQuery(trpc.links.ofNote.queryOptions({ id }));
  const isChained = [...(own?.outgoing ?? []), ...(own?.incoming ?? [])].some(
    ({ relation }) => relation === "supersedes",
  );
  const { data: chain } = useQuery({
    queryKey: [...trpc.links.pathKey(), "chain", id],
    queryFn: () => walkChain(id, linksOf),
    enabled: isChained,
  });
  if (!isChained || !chain) return null;
  return (
    <nav aria-label="Versions of this claim" className="mb-6">
      <ol className="border-l-2 border-supersedes">
        {chain.older.map((note) => (
          <ChainLine key={note.id} note={note} label="older" />
        ))}
        <li aria-current="true" className="relative pl-4 text-sm font-medium">
          <Dot isFilled />
          This note
        </li>
        {chain.newer.map((note, index) => (
          <ChainLine key={note.id} note={note} label={index === chain.newer.length - 1 ? "newest" : "newer"} />
        ))}
      </ol>
    </nav>
  );
}

function ChainLine({ note, label }: { readonly note: ChainedNote; readonly label: string }) {
  return (
    <li className="relative flex items-baseline gap-2 pl-4 text-sm text-muted">
      <Dot isFilled={label === "newest"} />
      <NoteLink id={note.id} className="min-w-0 truncate hover:text-text hover:underline">
        {note.title}
      </NoteLink>
      <span className="shrink-0 text-xs">{label}</span>
    </li>
  );
}

function Dot({ isFilled }: { readonly isFilled: boolean }) {
  return (
    <span
      aria-hidden
      className={`absolute top-1.5 -left-[5px] size-2 rounded-full border-2 border-supersedes ${isFilled ? "bg-supersedes" : "bg-canvas"}`}
    />
  );
}
