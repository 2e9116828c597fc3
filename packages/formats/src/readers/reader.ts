import type { FoundNote, Problem } from "../graph/found-note.ts";
import type { ImportOptions } from "../import/import-options.ts";
import type { RelationNames } from "../references/relation-names.ts";
import type { SourceFile } from "../sources/source.ts";

/** What a reader needs. */
export interface ReaderInput {
  readonly files: readonly SourceFile[];
  readonly relations: RelationNames;
  readonly options: ImportOptions;
  /** Collects what could not be taken as it stands. */
  readonly problems: Problem[];
  /** Called after each file. */
  readonly onFile: () => void;
}

/** Finds the notes of a source in one tool's form. */
export type Reader = (input: ReaderInput) => Promise<readonly FoundNote[]>;

/** Fields of a note that most readers have nothing to say about. */
export const PLAIN_NOTE = { isOwn: false, path: "", tags: [], references: [], notLinked: [] } as const;
