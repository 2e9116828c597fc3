import type { Note } from "@knote/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { useSettled } from "../../kit/ui/use-settled.ts";
import { searchQuery } from "./search-words.ts";

const SETTLE_MS = 80;

interface FoundNotes {
  readonly notes: readonly Note[];
  /** False while the notes belong to an earlier text. */
  readonly areCurrent: boolean;
  /** The search that the notes match, when nothing matched the text. */
  readonly correction: string | undefined;
}

/** Finds the notes that match the text as the user types, best first; the last word can be unfinished. */
export function useNoteSearch(text: string, limit: number): FoundNotes {
  const trpc = useTRPC();
  const settledText = useSettled(text, SETTLE_MS);
  const q = searchQuery(settledText);
  const { data, isPlaceholderData } = useQuery({
    ...trpc.notes.list.queryOptions({ q, limit }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const areCurrent = settledText === text && !isPlaceholderData;
  const correction = areCurrent && q !== "" ? data?.correction : undefined;
  return { notes: q === "" ? [] : (data?.notes ?? []), areCurrent, correction };
}
