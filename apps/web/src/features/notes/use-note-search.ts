import type { Note } from "@knote/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { useSettled } from "../../kit/ui/use-settled.ts";

const SETTLE_MS = 80;

interface FoundNotes {
  readonly notes: readonly Note[];
  /** False while the notes are those of a text before this one. */
  readonly areCurrent: boolean;
}

/** The notes that match what is being typed, best first; the last word may be unfinished. */
export function useNoteSearch(text: string, limit: number): FoundNotes {
  const trpc = useTRPC();
  const settled = useSettled(text, SETTLE_MS);
  const q = searchQuery(settled);
  const { data, isPlaceholderData } = useQuery({
    ...trpc.notes.list.queryOptions({ q, limit }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const areCurrent = settled === text && !isPlaceholderData;
  return { notes: q === "" ? [] : (data?.notes ?? []), areCurrent };
}

/** What is typed as a search: the word that is still being written finds what begins with it. */
export function searchQuery(text: string): string {
  const typed = text.trim();
  return /[\p{L}\p{N}]$/u.test(typed) && !typed.includes('"') ? `${typed}*` : typed;
}
