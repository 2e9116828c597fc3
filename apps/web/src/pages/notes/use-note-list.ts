import type { Note } from "@knote/contract";
import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type NotePages, notesOf, pagesBetween, withFreshPage } from "../../notes/note-pages.ts";
import { searchQuery } from "../../notes/use-note-search.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { filtersOf, type NotesSearch } from "./notes-search.ts";

const PAGE = 200;
/** As far as a search reaches; it is sorted here when it is to be newest first. */
const WHOLE_SEARCH = 1_000;

/** Of every list on this page; changes of notes are applied to it, it is never fetched anew as a whole. */
export const NOTE_LISTS: QueryKey = ["note-list"];

/**
 * The notes that a search and its filters let through, page by page as one scrolls. When notes change, the pages that
 * show are read anew, and the others when they are scrolled to.
 */
export function useNoteList(search: NotesSearch) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const listName = JSON.stringify(inputOf(search));
  // The same object as long as it says the same.
  const input = useMemo(() => JSON.parse(listName) as ReturnType<typeof inputOf>, [listName]);
  const queryKey = useMemo(() => [...NOTE_LISTS, input], [input]);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => client.notes.list.query({ ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const version = useNotesVersion();
  const versions = useRef(new Map<string, number>());
  const range = useRef({ first: 0, last: 0 });
  const order = input.q === undefined ? "newest" : "best match";

  const refreshShown = useCallback(async () => {
    const list = queryClient.getQueryData<NotePages>(queryKey);
    if (!list || version === 0) return;
    for (const page of pagesBetween(list, range.current.first, range.current.last)) {
      const name = `${listName} ${page}`;
      if ((versions.current.get(name) ?? 0) >= version) continue;
      versions.current.set(name, version);
      const fresh = await client.notes.list.query({ ...input, cursor: list.pageParams[page] });
      queryClient.setQueryData<NotePages>(queryKey, (now) => now && withFreshPage(now, page, fresh, order));
    }
  }, [client, queryClient, queryKey, input, listName, order, version]);
  // What cannot be read now is read with the next change, and the notice about the server stands above.
  useEffect(() => void refreshShown().catch(() => undefined), [refreshShown]);

  const { data } = query;
  const notes = useMemo(() => data && ordered(notesOf(data as NotePages), search.sort), [data, search.sort]);
  return {
    ...query,
    notes,
    shown(first: number, last: number): void {
      range.current = { first, last };
      void refreshShown().catch(() => undefined);
    },
  };
}

function inputOf(search: NotesSearch) {
  const { note_type: noteType, state, tag } = filtersOf(search);
  const q = searchQuery(search.q ?? "");
  return {
    limit: q && search.sort ? WHOLE_SEARCH : PAGE,
    ...(q !== "" && { q }),
    ...(noteType.length > 0 && { note_type: [...noteType] }),
    ...(state.length > 0 && { state: [...state] }),
    ...(tag.length > 0 && { tag: [...tag] }),
  };
}

function ordered(notes: Note[], sort: NotesSearch["sort"]): Note[] {
  return sort ? notes.sort((one, other) => other.created_at.localeCompare(one.created_at)) : notes;
}

/** Counts how often notes became out of date: events and actions invalidate whatever begins with `notes`. */
function useNotesVersion(): number {
  const queryClient = useQueryClient();
  const queryKey = [...useTRPC().notes.pathKey(), "version"];
  const { data } = useQuery({
    queryKey,
    queryFn: () => (queryClient.getQueryData<number>(queryKey) ?? -1) + 1,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return data ?? 0;
}
