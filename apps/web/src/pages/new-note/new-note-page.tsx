import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { type AcceptedLinks, makeLinks, useAcceptedLinks } from "../../features/notes/editor/accepted-links.ts";
import { EMPTY_FIELDS, fieldsOf, type NoteFields, savedFields } from "../../features/notes/editor/note-fields.ts";
import { NoteEditor } from "../../features/notes/editor/note-editor.tsx";
import { offerLinks } from "../../features/notes/editor/offered-links.ts";
import { type Editor, useEditor } from "../../features/notes/editor/use-editor.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { SkeletonRows } from "../../kit/ui/states.tsx";
import { type DraftPlace, draftNameOf } from "./draft-place.ts";
import { createNote } from "./create-note.ts";
import { ReplacedNote } from "./replaced-note.tsx";
import { useKeepWaiting } from "../../features/capture/use-keep-waiting.ts";
import { useTakeBack } from "./use-take-back.ts";

const newNoteRoute = getRouteApi("/frame/notes/new");

/** The page for writing a new note. */
export function NewNotePage() {
  const { title, draft, replaces } = newNoteRoute.useSearch();
  const place: DraftPlace = {
    ...(draft === undefined && title && { title }),
    ...(draft !== undefined && { draft }),
    ...(replaces !== undefined && { replaces }),
  };
  const key = draftNameOf(place);
  if (replaces === undefined)
    return <NewNote key={key} place={place} start={{ ...EMPTY_FIELDS, title: place.title ?? "" }} />;
  return <Replacement key={key} place={place} replacedId={replaces} />;
}

/** A new note that starts from the text of the one that it replaces; from nothing if that cannot be read. */
function Replacement({ place, replacedId }: { readonly place: DraftPlace; readonly replacedId: string }) {
  const { data: note, error } = useQuery(useTRPC().notes.get.queryOptions({ id: replacedId }));
  if (note || error) return <NewNote place={place} start={note ? fieldsOf(note) : EMPTY_FIELDS} />;
  return (
    <div className="mx-auto max-w-3xl px-5 py-8">
      <h1 className="sr-only">New note</h1>
      <SkeletonRows count={4} />
    </div>
  );
}

function NewNote({ place, start }: { readonly place: DraftPlace; readonly start: NoteFields }) {
  const editor = useEditor({
    draftName: draftNameOf(place),
    start,
    revision: null,
    hasType: place.replaces !== undefined,
  });
  const mentions = useRef(new Map<string, string>());
  const acceptedLinks = useAcceptedLinks();
  const { saving, save } = useSave(place, editor, { mentions: mentions.current, acceptedLinks });
  const router = useRouter();
  return (
    <>
      <title>New note · Knote</title>
      <NoteEditor
        editor={editor}
        heading="New note"
        noteId={null}
        replacedId={place.replaces ?? null}
        acceptedLinks={acceptedLinks}
        notice={place.replaces !== undefined && <ReplacedNote id={place.replaces} />}
        saving={saving}
        onSave={() => void save()}
        onClose={() => router.history.back()}
        onMention={(id, mentionedTitle) => mentions.current.set(id, mentionedTitle)}
      />
    </>
  );
}

/** The links that belong to what is written. */
interface WrittenLinks {
  /** Titles that were inserted in the text, by id. */
  readonly mentions: ReadonlyMap<string, string>;
  readonly acceptedLinks: AcceptedLinks;
}

function useSave(place: DraftPlace, editor: Editor, { mentions, acceptedLinks }: WrittenLinks) {
  const services = useServices();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const navigate = newNoteRoute.useNavigate();
  const takeBack = useTakeBack();
  const [saving, setSaving] = useState(false);
  const keepWaiting = useKeepWaiting();
  /** Keeps the note in this browser if the server is away, and shows where it waits. */
  const leaveWaiting = async (hasFailed: boolean): Promise<boolean> => {
    const { fields } = editor;
    const replacing = place.replaces === undefined ? [] : [{ target: place.replaces, relation: "supersedes" as const }];
    const linksToMake = acceptedLinks.current().map(({ id, relation }) => ({ target: id, relation }));
    const isWaiting = await keepWaiting(
      { fields: savedFields(fields), links: [...replacing, ...linksToMake] },
      hasFailed,
    );
    if (!isWaiting) return false;
    editor.forgetDraft(fields);
    void navigate({ to: "/waiting", search: {} });
    return true;
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    if (await leaveWaiting(false)) return setSaving(false);
    const { tags, ...fields } = savedFields(editor.fields);
    const draft = editor.draft();
    const note = { isSaved: false, isUndone: false };
    const outcome = await act(services, {
      run: async () => {
        const newNote = await createNote(client, { ...fields, tags: [...tags] }, place.replaces);
        return { ...newNote, links: await makeLinks(client, newNote.id, acceptedLinks.current()) };
      },
      doneText: "Note saved.",
      undo: async ({ id }) => {
        // Before the save has ended, the draft is still stored in its place.
        await takeBack({ id, writtenAt: place, draft: note.isSaved ? draft : null });
        note.isUndone = true;
      },
      refresh: keysOfNotes(trpc),
    });
    if (!outcome) await leaveWaiting(true);
    setSaving(false);
    if (!outcome || note.isUndone) return;
    note.isSaved = true;
    const { id, auto_links: suggestions, links } = outcome.result;
    editor.forgetDraft(editor.fields);
    const linkedIds = new Set(links.map((link) => link.id));
    const isOpen = (noteId: string) => !linkedIds.has(noteId);
    const stillNamed = [...mentions].filter(([other, title]) => isOpen(other) && fields.content.includes(title));
    offerLinks(queryClient, id, {
      mentions: new Map(stillNamed),
      suggestions: suggestions.filter((suggestion) => isOpen(suggestion.target_id)),
    });
    void navigate({ to: "/notes/$id", params: { id }, search: {} });
  };
  return { saving, save };
}
