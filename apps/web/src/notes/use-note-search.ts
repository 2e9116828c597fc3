import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../remote/trpc.ts";
import { useSettled } from "../ui/use-settled.ts";

const SETTLE_MS = 80;

/** The notes that match what is being typed, best first; the last word may be unfinished. */
export function useNoteSearch(text: string, limit: number) {
  const trpc = useTRPC();
  const q = searchQuery(useSettled(text, SETTLE_MS));
  const { data } = useQuery({
    ...trpc.notes.list.queryOptions({ q, limit }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  return q === "" ? [] : (data?.notes ?? []);
}

/** What is typed as a search: the word that is still being written finds what begins with it. */
export function searchQuery(text: string): string {
  const typed = text.trim();
  return /[\p{L}\p{N}]$/u.test(typed) && !typed.includes('"') ? `${typed}*` : typed;
}
