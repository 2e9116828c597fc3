import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { useSettled } from "../../kit/ui/use-settled.ts";

const SETTLE_MS = 120;
const MOST = 6;

/** Returns tags of the user's notes that start with the input, most used first. */
export function useKnownTags(input: string, without: readonly string[]): readonly string[] {
  const prefix = useSettled(input.trim().toLowerCase(), SETTLE_MS);
  const { data } = useQuery({
    ...useTRPC().notes.tags.queryOptions(prefix === "" ? skipToken : { prefix }),
    placeholderData: keepPreviousData,
  });
  return offeredTags(data?.tags ?? [], input, without);
}

/** Filters the tags by the present input, because they may have been loaded for an earlier one. */
export function offeredTags(tags: readonly string[], input: string, without: readonly string[]): readonly string[] {
  const beginning = input.trim().toLowerCase();
  if (beginning === "") return [];
  return tags.filter((tag) => tag.toLowerCase().startsWith(beginning) && !without.includes(tag)).slice(0, MOST);
}
