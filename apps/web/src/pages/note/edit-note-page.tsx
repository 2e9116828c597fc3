import { getRouteApi } from "@tanstack/react-router";
import type { NoteRevision } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useServices } from "../../kit/services.tsx";
import {
  type AcceptedLinks,
  makeLinks,
  unmakeLinks,
  useAcceptedLinks,
} from "../../features/notes/editor/accepted-links.ts";
import { changesTo, differences, fieldsOf } from "../../features/notes/editor/note-fields.ts";
import { NoteEditor } from "../../features/notes/editor/note-editor.tsx";
import { offerLinksLater } from "../../features/notes/editor/offered-links.ts";
import { type Editor, useEditor } from "../../features/notes/editor/use-editor.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { isConflict, problemOf } from "../../kit/errors.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { useConflict } from "./use-conflict.ts";

const editNoteRoute = getRouteApi("/frame/notes/$id/edit");

export function EditNotePage() {
  const { id } = editNoteRoute.useParams();
  // The newest revision is the present note, with the revision number that saving needs.
  const { data, error, refetch } = useQuery(useTRPC().notes.history.queryOptions({ id, limit: 1 }));
  const note = data?.revisions[0];
  if (note) return <EditNote key={id} id={id} note={note} />;
  return (
    <div className="mx-auto max-w-3xl px-5 py-8">
      <h1 className="sr-only">Edit a note</h1>
      {!error && <SkeletonRows count={4} />}
      {error && problemOf(error).kind === "missing" && (
        <EmptyState title="Note not found">It was deleted, or it is not yours.</EmptyState>
      )}
      {error && problemOf(error).kind !== "missing" && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

function EditNote({ id, note }: { readonly id: string; readonly note: NoteRevision }) {
  const editor = useEditor({ draftName: id, start: fieldsOf(note), revision: note.revision });
  const mentions = useRef(new Map<string, string>());
  const navigate = editNoteRoute.useNavigate();
  const acceptedLinks = useAcceptedLinks();
  const { saving, save, hasSaved } = useSave(id, editor, { mentions: mentions.current, acceptedLinks });
  const conflict = useConflict(editor);
  const look = useEffectEvent(() => {
    if (!hasSaved()) conflict.takeOver(note);
  });
  useEffect(() => look(), [note]);
  return (
    <>
      <title>{`Edit: ${note.title} · Knote`}</title>
      <NoteEditor
        editor={editor}
        heading="Edit the note"
        noteId={id}
        acceptedLinks={acceptedLinks}
        notice={conflict.foundConflict && <ConflictNotice editor={editor} conflict={conflict} />}
        saving={saving}
        onSave={() => void save(conflict)}
        onClose={() => void navigate({ to: "/notes/$id", params: { id }, search: {} })}
        onMention={(mentionedId, title) => mentions.current.set(mentionedId, title)}
      />
    </>
  );
}

type Conflict = ReturnType<typeof useConflict>;
type EditorState = Pick<Editor, "base" | "fields">;

/** The links that belong to what is written. */
interface WrittenLinks {
  /** Titles that were inserted in the text, by id. */
  readonly mentions: ReadonlyMap<string, string>;
  readonly acceptedLinks: AcceptedLinks;
}

function useSave(id: string, editor: Editor, { mentions, acceptedLinks }: WrittenLinks) {
  const services = useServices();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const navigate = editNoteRoute.useNavigate();
  const [saving, setSaving] = useState(false);
  const isSavedRef = useRef(false);
  /** Saves. When the server refuses to overwrite changes made meanwhile, merges them, or shows the conflict. */
  const send = async (conflict: Conflict, { base, fields }: EditorState): Promise<EditorState> => {
    try {
      const changes = changesTo(base.fields, fields);
      await client.notes.update.mutate({ id, ...changes, base_revision: base.revision });
      return { base, fields };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { revisions } = await client.notes.history.query({ id, limit: 1 });
      const mergedState = conflict.takeOver(revisions[0]!);
      if (!mergedState) throw error;
      return await send(conflict, mergedState);
    }
  };
  const save = async (conflict: Conflict): Promise<void> => {
    setSaving(true);
    isSavedRef.current = true;
    const outcome = await act(services, {
      run: async () => ({
        ...(await send(conflict, editor)),
        links: await makeLinks(client, id, acceptedLinks.current()),
      }),
      doneText: "Note saved.",
      undo: async ({ base, fields, links }) => {
        await client.notes.update.mutate({ id, ...changesTo(fields, base.fields) });
        await unmakeLinks(client, id, links);
      },
      refresh: keysOfNotes(trpc),
    });
    setSaving(false);
    isSavedRef.current = outcome !== null;
    if (!outcome) return;
    const { base, fields, links } = outcome.result;
    const linkedIds = new Set(links.map((link) => link.id));
    const changedNames = differences(base.fields, fields);
    editor.forgetDraft(Object.fromEntries(changedNames.map((name) => [name, fields[name]])));
    const isNamed = (other: string, title: string) => !linkedIds.has(other) && fields.content.includes(title);
    const stillNamed = new Map([...mentions].filter(([other, title]) => isNamed(other, title)));
    if (changedNames.includes("title") || changedNames.includes("content")) {
      void offerLinksLater({ queryClient, client }, id, stillNamed);
    }
    void navigate({ to: "/notes/$id", params: { id }, search: {} });
  };
  return { saving, save, hasSaved: () => isSavedRef.current };
}
