import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../remote/trpc.ts";
import { useSettled } from "../ui/use-settled.ts";

const SETTLE_MS = 120;
const NOTES_READ = 50;
const MOST = 6;

/** Tags of one's notes that begin with what is typed, the most used first. */
export function useKnownTags(typed: string, without: readonly string[]): readonly string[] {
  const prefix = useSettled(typed.trim().toLowerCase(), SETTLE_MS);
  const { data } = useQuery({
    ...useTRPC().notes.list.queryOptions({ q: `${prefix}*`, limit: NOTES_READ }),
    enabled: prefix !== "",
    placeholderData: keepPreviousData,
  });
  if (typed.trim() === "") return [];
  return tagsBeginningWith(
    typed.trim(),
    (data?.notes ?? []).flatMap(({ tags }) => tags),
  ).filter((tag) => !without.includes(tag));
}

export function tagsBeginningWith(prefix: string, tags: readonly string[]): readonly string[] {
  const folded = prefix.toLowerCase();
  const matching = tags.filter((tag) => tag.toLowerCase().startsWith(folded));
  return [...Map.groupBy(matching, (tag) => tag.toLowerCase()).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST)
    .map(([tag]) => tag!);
}
