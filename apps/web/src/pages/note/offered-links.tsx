import type { Relation } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useServices } from "../../kit/services.tsx";
import { type OfferedLink, offeredLinksKey } from "../../features/notes/editor/offered-links.ts";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { RELATION_LOOKS, RELATIONS } from "../../features/notes/note-types.ts";
import { nearKey } from "../../features/tend/dismissals.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import { act, change } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { useLinkActions } from "./use-link-actions.ts";

/** Lists the links suggested after saving; single keys act on the first one. */
export function OfferedLinks({ id }: { readonly id: string }) {
  const { offered, accept, retype, dismiss } = useOffered(id);
  const [first] = offered;
  const group = "Suggested links";
  const when = first !== undefined;
  useShortcut("a", { label: "Accept the first", group, when }, () => first && accept(first));
  useShortcut("r", { label: "Change its relation", group, when }, () => first && retype(first, next(first.relation)));
  useShortcut("x", { label: "Dismiss it", group, when }, () => first && dismiss(first));
  if (!first) return null;
  return (
    <section aria-label="Suggested links" className="mb-6 animate-appear rounded-lg border border-line bg-surface">
      <h2 className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm text-muted">
        <span className="mr-auto">Worth linking?</span>
        <span data-character-key className="hidden gap-3 sm:flex">
          <span>
            <Kbd keys="a" /> accept
          </span>
          <span>
            <Kbd keys="r" /> retype
          </span>
          <span>
            <Kbd keys="x" /> dismiss
          </span>
        </span>
      </h2>
      <ul>
        {offered.map((link, index) => (
          <li
            key={link.id}
            className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-0 ${index === 0 ? "" : "text-muted"}`}
          >
            <RelationSelect link={link} onChange={(relation) => retype(link, relation)} />
            <span className="min-w-52 flex-1">
              <NoteLink id={link.id} className="hover:underline">
                {link.title}
              </NoteLink>
              <span className="ml-2 text-xs whitespace-nowrap text-muted tabular-nums">
                {link.similarity === null ? "named in the text" : `${Math.round(link.similarity * 100)} %`}
              </span>
            </span>
            <span className="flex gap-1">
              <Button small look={index === 0 ? "primary" : "secondary"} onClick={() => accept(link)}>
                Link
              </Button>
              <Button small look="ghost" onClick={() => dismiss(link)}>
                Dismiss
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RelationSelect({
  link: { title, relation },
  onChange,
}: {
  readonly link: OfferedLink;
  readonly onChange: (relation: Relation) => void;
}) {
  const { colour, dash } = RELATION_LOOKS[relation];
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden width="22" height="8" viewBox="0 0 22 8" fill="none" stroke={colour} strokeWidth="2">
        <path d="M1 4h20" strokeDasharray={dash} />
      </svg>
      <select
        aria-label={`Relation to “${title}”`}
        value={relation}
        onChange={(event) => onChange(event.target.value as Relation)}
        className="h-7 rounded-md border border-line bg-surface px-1 text-sm text-text"
      >
        {RELATIONS.map((name) => (
          <option key={name} value={name}>
            {RELATION_LOOKS[name].outgoing}
          </option>
        ))}
      </select>
    </span>
  );
}

function useOffered(noteId: string) {
  const services = useServices();
  const { tend } = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = offeredLinksKey(noteId);
  const { data: all = [] } = useQuery<readonly OfferedLink[]>({
    queryKey,
    queryFn: () => [],
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const links = useLinkActions(noteId);
  const updateOffered = (update: (old: readonly OfferedLink[]) => readonly OfferedLink[]): void =>
    void queryClient.setQueryData<readonly OfferedLink[]>(queryKey, (old = []) => update(old));
  const removeOffered = (link: OfferedLink) => updateOffered((old) => old.filter(({ id }) => id !== link.id));
  const bringBack = (link: OfferedLink) => updateOffered((old) => [link, ...old]);
  return {
    offered: all,
    accept(link: OfferedLink): void {
      removeOffered(link);
      void links
        .add({ id: link.id, title: link.title, relation: link.relation, incoming: false }, () => bringBack(link))
        .then((outcome) => outcome ?? bringBack(link));
    },
    retype: (link: OfferedLink, relation: Relation) =>
      updateOffered((old) => old.map((one) => (one.id === link.id ? { ...one, relation } : one))),
    dismiss(link: OfferedLink): void {
      const key = nearKey(noteId, link.id);
      const without = (old: readonly OfferedLink[]) => old.filter(({ id }) => id !== link.id);
      void act(services, {
        optimistic: [change(queryKey, without, (now) => [link, ...now])],
        run: () => services.client.looks.add.mutate({ looks: [{ key }] }),
        doneText: "Suggestion dismissed.",
        undo: () => services.client.looks.remove.mutate({ key }),
        refresh: [tend.near.pathKey()],
      });
    },
  };
}

function next(relation: Relation): Relation {
  return RELATIONS[(RELATIONS.indexOf(relation) + 1) % RELATIONS.length]!;
}
