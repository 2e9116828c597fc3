import type { SelectedNote } from "../ports/note-store.ts";

/** A note as it was at a past time, where it has changed since; without its content. */
export interface PastVersion extends SelectedNote {
  readonly title: string;
  readonly titleKey: string;
  readonly revision: number;
  /** Whether its title or content is another one now. */
  readonly hasOtherText: boolean;
}

/** The notes of a past time that have changed since. */
export interface PastVersions {
  /** Those whose words of then are known, by id. */
  readonly byId: ReadonlyMap<string, PastVersion>;
  /** The others: their present words count. */
  readonly unreadIds: ReadonlySet<string>;
  /** Those of either kind whose text is another one now. */
  readonly otherTextIds: ReadonlySet<string>;
}
