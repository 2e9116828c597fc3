import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useServices } from "../../app/services.tsx";
import { EMPTY_FIELDS, savedFields } from "../../notes/editor/note-fields.ts";
import { NoteEditor } from "../../notes/editor/note-editor.tsx";
import { offerLinks } from "../../notes/editor/offered-links.ts";
import { type Editor, useEditor } from "../../notes/editor/use-editor.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { newNoteRoute } from "./route.ts";

/** A note is begun: its claim, why one holds it, what kind it is. */
export function NewNotePage() {
  const { title = "" } = newNoteRoute.useSearch();
  return <NewNote key={title} title={title} />;
}

function NewNote({ title }: { readonly title: string }) {
  // A title that was brought along is a note of its own beside the one that was being written.
  const draftName = title === "" ? "new" : `new:${title}`;
  const editor = useEditor({ draftName, start: { ...EMPTY_FIELDS, title }, updatedAt: null });
  const mentions = useRef(new Map<string, string>());
  const { saving, save } = useSave(editor, mentions.current);
  const router = useRouter();
  return (
    <>
      <title>New note · Knote</title>
      <NoteEditor
        editor={editor}
        heading="New note"
        noteId={null}
        saving={saving}
        onSave={() => void save()}
        onClose={() => router.history.back()}
        onMention={(id, named) => mentions.current.set(id, named)}
      />
    </>
  );
}

function useSave(editor: Editor, mentions: ReadonlyMap<string, string>) {
  const services = useServices();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const navigate = newNoteRoute.useNavigate();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const { tags, ...fields } = savedFields(editor.fields);
    const saved = await act(services, {
      run: () => client.notes.create.mutate({ ...fields, tags: [...tags] }),
      done: "Note saved.",
      undo: async ({ id }) => {
        await client.notes.delete.mutate({ id });
        editor.keepDraft();
      },
      refresh: keysOfNotes(trpc),
    });
    setSaving(false);
    if (!saved) return;
    const { id, auto_links: suggestions } = saved.result;
    editor.forgetDraft(editor.fields);
    const stillNamed = new Map([...mentions].filter(([, title]) => fields.content.includes(title)));
    offerLinks(queryClient, id, { mentions: stillNamed, suggestions });
    void navigate({ to: "/notes/$id", params: { id }, search: {} });
  };
  return { saving, save };
}
