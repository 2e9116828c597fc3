import type { NoteDetail } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useServices } from "../../app/services.tsx";
import { changesTo, differences, fieldsOf } from "../../notes/editor/note-fields.ts";
import { NoteEditor } from "../../notes/editor/note-editor.tsx";
import { offerLinksLater } from "../../notes/editor/offered-links.ts";
import { type Editor, useEditor } from "../../notes/editor/use-editor.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { problemOf } from "../../remote/errors.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../ui/states.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { editNoteRoute } from "./edit-route.ts";
import { useConflict } from "./use-conflict.ts";

export function EditNotePage() {
  const { id } = editNoteRoute.useParams();
  const { data: note, error, refetch } = useQuery(useTRPC().notes.get.queryOptions({ id }));
  if (note) return <EditNote key={id} note={note} />;
  return (
    <div className="mx-auto max-w-3xl px-5 py-8">
      <h1 className="sr-only">Edit a note</h1>
      {!error && <SkeletonRows count={4} />}
      {error && problemOf(error).kind === "missing" && (
        <EmptyState title="This note is not here.">It was deleted, or it never was yours.</EmptyState>
      )}
      {error && problemOf(error).kind !== "missing" && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

function EditNote({ note }: { readonly note: NoteDetail }) {
  const { id } = note;
  const editor = useEditor({ draftName: id, start: fieldsOf(note), updatedAt: note.updated_at });
  const mentions = useRef(new Map<string, string>());
  const navigate = editNoteRoute.useNavigate();
  const { saving, save, hasSaved } = useSave(id, editor, mentions.current);
  const conflict = useConflict(editor);
  const look = useEffectEvent(() => {
    if (!hasSaved()) conflict.compare(note);
  });
  useEffect(() => look(), [note]);
  return (
    <>
      <title>{`Edit: ${note.title} · Knote`}</title>
      <NoteEditor
        editor={editor}
        heading="Edit the note"
        noteId={id}
        notice={conflict.found && <ConflictNotice editor={editor} conflict={conflict} />}
        saving={saving}
        onSave={() => void save(conflict)}
        onClose={() => void navigate({ to: "/notes/$id", params: { id }, search: {} })}
        onMention={(mentioned, title) => mentions.current.set(mentioned, title)}
      />
    </>
  );
}

function useSave(id: string, editor: Editor, mentions: ReadonlyMap<string, string>) {
  const services = useServices();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const navigate = editNoteRoute.useNavigate();
  const [saving, setSaving] = useState(false);
  const saved = useRef(false);
  /** Nothing of others is overwritten unseen. */
  const mayOverwrite = async (conflict: ReturnType<typeof useConflict>): Promise<boolean> => {
    try {
      return !conflict.compare(await client.notes.get.query({ id }));
    } catch (error) {
      services.toasts.showProblem(problemOf(error));
      return false;
    }
  };
  const save = async (conflict: ReturnType<typeof useConflict>): Promise<void> => {
    const { base, fields } = editor;
    const written = Object.fromEntries(differences(base.fields, fields).map((name) => [name, fields[name]]));
    const changes = changesTo(base.fields, fields);
    const before = changesTo(fields, base.fields);
    setSaving(true);
    const isClear = await mayOverwrite(conflict);
    saved.current = isClear;
    const done = isClear
      ? await act(services, {
          run: () => client.notes.update.mutate({ id, ...changes }),
          done: "Note saved.",
          undo: () => client.notes.update.mutate({ id, ...before }),
          refresh: keysOfNotes(trpc),
        })
      : null;
    setSaving(false);
    saved.current = done !== null;
    if (!done) return;
    editor.forgetDraft(written);
    const stillNamed = new Map([...mentions].filter(([, title]) => fields.content.includes(title)));
    if (changes.title !== undefined || changes.content !== undefined) {
      void offerLinksLater({ queryClient, client }, id, stillNamed);
    }
    void navigate({ to: "/notes/$id", params: { id }, search: {} });
  };
  return { saving, save, hasSaved: () => saved.current };
}
