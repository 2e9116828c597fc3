import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type NotePage, type NotePages, notesOf } from "../../features/notes/note-pages.ts";
import { searchQuery } from "../../features/notes/use-note-search.ts";
import { useTRPCClient } from "../../remote/trpc.ts";
import { filtersOf, type NotesSearch } from "./notes-search.ts";
import { useFreshPages } from "./use-fresh-pages.ts";
import { useNotesVersion } from "./use-notes-version.ts";

const PAGE = 200;

/** Of every list on this page; changes of notes are applied to it, it is never fetched again as a whole. */
export const NOTE_LISTS: QueryKey = ["note-list"];

/**
 * The notes that a search and its filters let through, page by page as one scrolls. When notes change, the pages that
 * show are read again, and the others when they are scrolled to.
 */
export function useNoteList(search: NotesSearch) {
  const client = useTRPCClient();
  const listName = JSON.stringify(inputOf(search));
  // The same object as long as it says the same.
  const input = useMemo(() => JSON.parse(listName) as ReturnType<typeof inputOf>, [listName]);
  const queryKey = useMemo(() => [...NOTE_LISTS, input], [input]);
  const { version, latestVersion } = useNotesVersion();
  const readPage = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal): Promise<NotePage> => {
      const asked = await latestVersion();
      const page = await client.notes.list.query({ ...input, cursor }, signal ? { signal } : {});
      return { ...page, version: asked };
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
  const shown = useFreshPages({ queryKey, version, order, readPage });

  const { data } = query;
  const notes = useMemo(() => data && notesOf(data as NotePages), [data]);
  return { ...query, notes, shown };
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
  };
}
