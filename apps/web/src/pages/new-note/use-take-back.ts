import { useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { createDrafts, type Draft } from "../../features/notes/editor/drafts.ts";
import { problemOf } from "../../kit/errors.ts";
import { useTRPCClient } from "../../remote/trpc.ts";
import { type DraftPlace, draftNameOf, placeFor } from "./draft-place.ts";

interface SavedNote {
  readonly id: string;
  readonly writtenAt: DraftPlace;
  /** Null while the draft is still stored where it was written. */
  readonly draft: Draft | null;
}

/**
 * Returns a function that takes back a saved note: it restores the writing in the editor before it deletes the note,
 * so that nothing is lost if it fails midway. It can safely run twice.
 */
export function useTakeBack(): (note: SavedNote) => Promise<void> {
  const client = useTRPCClient();
  const router = useRouter();
  const places = useRef(new Map<string, DraftPlace>());
  return async ({ id, writtenAt, draft }) => {
    const { pathname, search } = router.state.location;
    const drafts = createDrafts(localStorage);
    const here = pathname === "/notes/new" ? search : null;
    const free = draft ? placeFor(drafts, { id, writtenAt }, here) : writtenAt;
    const place = places.current.get(id) ?? free;
    if (draft && !places.current.has(id) && !drafts.keep(draftNameOf(place), draft)) throw new Error("No room.");
    places.current.set(id, place);
    // Leaves the note's page first, which would fail to load a deleted note.
    await router.navigate({ to: "/notes/new", search: place, replace: pathname === `/notes/${id}` });
    try {
      await client.notes.delete.mutate({ id });
    } catch (error) {
      // The note is already deleted, here or elsewhere.
      if (problemOf(error).kind !== "missing") throw error;
    }
  };
}
