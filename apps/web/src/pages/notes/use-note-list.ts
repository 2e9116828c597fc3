import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type NotePage, type NotePages, notesOf } from "../../features/notes/note-pages.ts";
import { searchQuery } from "../../features/notes/search-words.ts";
import { useTRPCClient } from "../../remote/trpc.ts";
import { filtersOf, type NotesSearch } from "./notes-search.ts";
import { useFreshPages } from "./use-fresh-pages.ts";
import { useNotesVersion } from "./use-notes-version.ts";

const PAGE = 200;

/** Key of every list on this page. Changes are applied to the lists, which are never refetched as a whole. */
export const NOTE_LISTS: QueryKey = ["note-list"];

/**
 * Lists the notes that match a search and its filters, page by page while scrolling. When notes change, the visible
 * pages are refetched, the others once they are scrolled to.
 */
export function useNoteList(search: NotesSearch) {
  const client = useTRPCClient();
  const listName = JSON.stringify(inputOf(search));
  // The same object as long as its content is the same.
  const input = useMemo(() => JSON.parse(listName) as ReturnType<typeof inputOf>, [listName]);
  const queryKey = useMemo(() => [...NOTE_LISTS, input], [input]);
  const { version, latestVersion } = useNotesVersion();
  const readPage = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal): Promise<NotePage> => {
      const versionBefore = await latestVersion();
      const page = await client.notes.list.query({ ...input, cursor }, signal ? { signal } : {});
      return { ...page, version: versionBefore };
    },
    [client, input, latestVersion],
  );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const order = input.q === undefined || input.sort ? "newest" : "best match";
  const reportShown = useFreshPages({ queryKey, version, order, readPage });

  const { data } = query;
  const notes = useMemo(() => data && notesOf(data as NotePages), [data]);
  const correction = query.isPlaceholderData ? undefined : data?.pages[0]?.correction;
  return { ...query, notes, correction, reportShown };
}

function inputOf(search: NotesSearch) {
  const { note_type: noteType, state, tag } = filtersOf(search);
  const q = searchQuery(search.q ?? "");
  return {
    limit: PAGE,
    ...(q !== "" && { q }),
    ...(q !== "" && search.sort && { sort: search.sort }),
    ...(noteType.length > 0 && { note_type: [...noteType] }),
    ...(state.length > 0 && { state: [...state] }),
    ...(tag.length > 0 && { tag: [...tag] }),
    ...(search.review && { needs_review: true }),
  };
}
