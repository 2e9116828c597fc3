import { useEffect, useEffectEvent, useState } from "react";
import { createDrafts, type Draft } from "./drafts.ts";
import type { NoteFields } from "./note-fields.ts";
import { applyChange, isChanged, rebase, markSaved, type Writing, type WritingBase, writtenFields } from "./writing.ts";

const KEEP_AFTER_MS = 400;

/** The state of the editor, kept as a draft while the user types. */
export function useEditor(options: {
  readonly draftName: string;
  /** The fields to start from. */
  readonly start: NoteFields;
  /** Revision of the edited note; null for a new one. */
  readonly revision: number | null;
  /** Whether the type of `start` was chosen; that of a new note is guessed unless it was. */
  readonly hasType?: boolean;
}) {
  const { draftName, start, revision, hasType = revision !== null } = options;
  const [drafts] = useState(() => createDrafts(localStorage));
  const [restoredDraft, setRestoredDraft] = useState(() => drafts.find(draftName));
  const [writing, setWriting] = useState<Writing>(() => ({
    fields: restoredDraft?.fields ?? start,
    typeChosen: restoredDraft?.typeChosen ?? hasType,
    base: restoredDraft?.base ?? { fields: start, revision: revision ?? 0 },
  }));
  const [hasRoom, setHasRoom] = useState(true);
  const draftOf = (base: Draft["base"]): Draft => ({
    fields: writtenFields(writing),
    typeChosen: writing.typeChosen,
    keptAt: new Date().toISOString(),
    base,
  });
  const keep = useEffectEvent(() => {
    if (isChanged(writing)) setHasRoom(drafts.keep(draftName, draftOf(revision === null ? null : writing.base)));
    else drafts.forget(draftName);
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [writing]);
  useEffect(() => {
    const keepNow = () => keep();
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keep();
    };
  }, []);

  return {
    fields: writtenFields(writing),
    base: writing.base,
    isChanged: isChanged(writing),
    typeIsGuessed: !writing.typeChosen,
    /** When the restored draft was stored; null when there was none. */
    restoredFrom: restoredDraft?.keptAt ?? null,
    hasRoom,
    change: (change: Partial<NoteFields>) => setWriting((old) => applyChange(old, change)),
    /** Continues from the present state of the note, with these fields. */
    rebase: (now: WritingBase, mine: NoteFields) => setWriting((old) => rebase(old, now, mine)),
    discard(): void {
      drafts.forget(draftName);
      setRestoredDraft(null);
      setWriting((old) => ({ ...old, fields: old.base.fields, typeChosen: hasType }));
    },
    /** Deletes the draft after these fields were saved. */
    forgetDraft(sentFields: Partial<NoteFields>): void {
      drafts.forget(draftName);
      setWriting((old) => markSaved(old, sentFields));
    },
    /** Returns the present writing as a draft, to be stored elsewhere. */
    draft: () => draftOf(null),
  };
}

export type Editor = ReturnType<typeof useEditor>;
