import type { NoteDetail } from "@knote/contract";
import { useNavigate } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Ellipsis, Link2, Pencil, Replace, Split, Trash2 } from "lucide-react";
import { ConfirmChange } from "../../features/reviews/confirm-change.tsx";
import { ImpactNotice } from "../../features/reviews/impact-notice.tsx";
import { useServices } from "../../kit/services.tsx";
import { act, change } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { copyText } from "../../kit/toasts/copy-text.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { useConfirmation } from "./use-confirmation.ts";
import { Menu, MenuItem, MenuSeparator } from "../../kit/ui/menu.tsx";

/** The actions on a note as a whole. */
export function NoteActions({ note }: { readonly note: NoteDetail }) {
  const { edit, replace, split, copyLink, ...actions } = useActions(note);
  const { question, confirm, close } = useConfirmation(note.id);
  const isArchived = note.state === "archived";
  const canBeSplit = !isArchived && note.state !== "superseded";
  const toggleArchived = () =>
    isArchived ? actions.toggleArchived() : void confirm("archived", actions.toggleArchived);
  const remove = () => void confirm("deleted", () => void actions.remove());
  const group = "Note";
  useShortcut("e", { label: "Edit", group }, edit);
  useShortcut("p", { label: "Replace", group }, replace);
  useShortcut("d", { label: "Split", group, when: canBeSplit }, split);
  useShortcut("y", { label: "Copy link", group }, copyLink);
  useShortcut("z", { label: isArchived ? "Unarchive" : "Archive", group }, toggleArchived);
  useShortcut("Delete", { label: "Delete", group }, remove);
  return (
    <>
      <IconButton label="Edit" keys="e" onClick={edit}>
        <Pencil size={15} />
      </IconButton>
      <Menu
        trigger={
          <button
            type="button"
            aria-label="More"
            className="flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Ellipsis size={16} />
          </button>
        }
      >
        <MenuItem icon={<Replace size={15} />} keys="p" onSelect={replace}>
          Replace
        </MenuItem>
        {canBeSplit && (
          <MenuItem icon={<Split size={15} />} keys="d" onSelect={split}>
            Split
          </MenuItem>
        )}
        <MenuItem icon={<Link2 size={15} />} keys="y" onSelect={copyLink}>
          Copy link
        </MenuItem>
        <MenuItem
          icon={isArchived ? <ArchiveRestore size={15} /> : <Archive size={15} />}
          keys="z"
          onSelect={toggleArchived}
        >
          {isArchived ? "Unarchive" : "Archive"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={15} />} keys="Delete" danger onSelect={remove}>
          Delete
        </MenuItem>
      </Menu>
      {question && (
        <ConfirmChange
          change={question.change}
          what="this note"
          impact={<ImpactNotice id={note.id} becomes={question.change} />}
          onConfirm={question.run}
          onClose={close}
        />
      )}
    </>
  );
}

function useActions({ id, state }: NoteDetail) {
  const services = useServices();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = keysOfNotes(trpc);
  const setArchived = (shouldArchive: boolean) =>
    client.notes.update.mutate({ id, state: shouldArchive ? "archived" : "active" });
  const isArchived = state === "archived";
  return {
    edit: () => void navigate({ to: "/notes/$id/edit", params: { id }, search: {} }),
    replace: () => void navigate({ to: "/notes/new", search: { replaces: id } }),
    split: () => void navigate({ to: "/notes/$id/split", params: { id } }),
    copyLink: () => void copyText(services.toasts, new URL(`/notes/${id}`, location.origin).href, "Link copied."),
    toggleArchived: () =>
      void act(services, {
        optimistic: [
          change<NoteDetail>(
            trpc.notes.get.queryKey({ id }),
            (note) => ({ ...note, state: isArchived ? "active" : "archived" }),
            (note, before) => ({ ...note, state: before.state }),
          ),
        ],
        run: () => setArchived(!isArchived),
        doneText: isArchived ? "Note unarchived." : "Note archived. Searches still find it, answers leave it out.",
        undo: () => setArchived(isArchived),
        refresh,
      }),
    async remove() {
      // Leaves the note's page first, which would fail to load a deleted note.
      await navigate({ to: "/notes", search: {} });
      await act(services, {
        run: () => client.notes.delete.mutate({ id }),
        doneText: "Note deleted.",
        undo: async () => {
          await client.notes.restore.mutate({ id });
          await navigate({ to: "/notes/$id", params: { id }, search: {} });
        },
        refresh,
      });
    },
  };
}
