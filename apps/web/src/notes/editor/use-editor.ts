import { useEffect, useEffectEvent, useState } from "react";
import { createDrafts, type Draft } from "./drafts.ts";
import { guessType } from "./guess-type.ts";
import { differences, type NoteFields } from "./note-fields.ts";

const KEEP_AFTER_MS = 400;

/** The state of writing: its fields, kept as a draft while one types. */
export function useEditor(options: {
  readonly draftName: string;
  /** What writing starts from. */
  readonly start: NoteFields;
  /** When the note that is edited was last changed; null of a new one. */
  readonly updatedAt: string | null;
}) {
  const { draftName, start, updatedAt } = options;
  const [drafts] = useState(() => createDrafts(localStorage));
  const [restored, setRestored] = useState(() => drafts.find(draftName));
  const [base, setBase] = useState(() => restored?.base ?? { fields: start, updatedAt: updatedAt ?? "" });
  const [fields, setFields] = useState(restored?.fields ?? start);
  const [typeChosen, setTypeChosen] = useState(restored?.typeChosen ?? updatedAt !== null);
  const [hasRoom, setHasRoom] = useState(true);
  const current = typeChosen ? fields : { ...fields, note_type: guessType(fields.title, fields.content) };
  const isChanged =
    differences(base.fields, { ...current, ...(!typeChosen && { note_type: base.fields.note_type }) }).length > 0;

  const keep = useEffectEvent(() => {
    if (!isChanged) {
      drafts.forget(draftName);
      return;
    }
    const draft: Draft = {
      fields: current,
      typeChosen,
      keptAt: new Date().toISOString(),
      base: updatedAt === null ? null : base,
    };
    setHasRoom(drafts.keep(draftName, draft));
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, typeChosen, base]);
  useEffect(() => {
    const keepNow = () => keep();
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keep();
    };
  }, []);

  return {
    fields: current,
    base,
    isChanged,
    typeIsGuessed: !typeChosen,
    /** When the draft was kept that writing went on from; null when there was none. */
    restoredFrom: restored?.keptAt ?? null,
    hasRoom,
    change(change: Partial<NoteFields>): void {
      if (change.note_type) setTypeChosen(true);
      setFields((old) => ({ ...old, ...change }));
    },
    /** Begins anew from what the note is now, with these fields. */
    rebase(now: { readonly fields: NoteFields; readonly updatedAt: string }, mine: NoteFields): void {
      setBase(now);
      setFields(mine);
    },
    discard(): void {
      drafts.forget(draftName);
      setRestored(null);
      setFields(base.fields);
      setTypeChosen(updatedAt !== null);
    },
    forgetDraft(): void {
      drafts.forget(draftName);
      setBase({ ...base, fields: current });
    },
    keepDraft(): void {
      drafts.keep(draftName, { fields: current, typeChosen, keptAt: new Date().toISOString(), base: null });
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;
