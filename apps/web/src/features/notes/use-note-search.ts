import type { Note } from "@knote/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { useSettled } from "../../kit/ui/use-settled.ts";

const SETTLE_MS = 80;

interface FoundNotes {
  readonly notes: readonly Note[];
  /** False while the notes belong to an earlier text. */
  readonly areCurrent: boolean;
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
  return { notes: q === "" ? [] : (data?.notes ?? []), areCurrent };
}

/** Turns typed text into a search query; the last word matches as a prefix. */
export function searchQuery(text: string): string {
  const trimmedText = text.trim();
  return /[\p{L}\p{N}]$/u.test(trimmedText) && !trimmedText.includes('"') ? `${trimmedText}*` : trimmedText;
}
