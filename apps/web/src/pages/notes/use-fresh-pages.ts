import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { type NotePage, type NotePages, pagesBetween, withFreshPage } from "../../features/notes/note-pages.ts";

/** Refetches visible pages that are out of date. Returns a function to report which entries are visible. */
export function useFreshPages(list: {
  /** Must be the same object as long as the list is the same. */
  readonly queryKey: QueryKey;
  readonly version: number;
  readonly order: "newest" | "best match";
  readonly readPage: (cursor: string | undefined) => Promise<NotePage>;
}): (first: number, last: number) => void {
  const { queryKey, version, order, readPage } = list;
  const queryClient = useQueryClient();
  const reading = useRef(new Set<string>());
  const range = useRef({ first: 0, last: 0 });

  const refreshShown = useCallback(async () => {
    const pages = queryClient.getQueryData<NotePages>(queryKey);
    if (!pages) return;
    for (const page of pagesBetween(pages, range.current.first, range.current.last)) {
      const name = JSON.stringify([queryKey, page, version]);
      if (pages.pages[page]!.version >= version || reading.current.has(name)) continue;
      reading.current.add(name);
      try {
        const fresh = await readPage(pages.pageParams[page]);
        queryClient.setQueryData<NotePages>(queryKey, (now) => now && withFreshPage(now, page, fresh, order));
      } finally {
        reading.current.delete(name);
      }
    }
  }, [queryClient, queryKey, readPage, order, version]);
  // A failed read is repeated with the next change; the offline notice already reports the server.
  useEffect(() => void refreshShown().catch(() => undefined), [refreshShown]);

  return (first, last) => {
    range.current = { first, last };
    void refreshShown().catch(() => undefined);
  };
}
