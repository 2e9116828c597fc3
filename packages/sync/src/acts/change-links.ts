import { findTextLinks } from "@knote/formats";
import type { FileReference } from "../notes/entry.ts";
import type { Heads, SyncLink } from "../ports/sync-server.ts";
import { isStripped } from "../look/read-file.ts";
import { digestOfText } from "../notes/canonical-note.ts";
import type { Session } from "../session.ts";
import type { LinkKey } from "../state/state.ts";
import type { DoneRow } from "./change-server.ts";
import { count, type Outcome } from "./outcome.ts";
import {
  type FileLinks,
  keyOf,
  type LinkFile,
  linksOfFiles,
  type LinkView,
  pairOf,
  planLinks,
  unshownLinks,
  viewLinks,
} from "./plan-links.ts";

/** What a round knows of links after the server's part is done. */
export interface LinkRound {
  readonly view: LinkView;
  readonly ofFiles: ReadonlyMap<string, FileLinks>;
  /** All links that the server has now. */
  readonly links: readonly SyncLink[];
  /** Pairs whose link no file will show after this round. */
  readonly unshownPairs: ReadonlySet<string>;
  /** Whether this round changed links at the server: then the heads that it has read are older than they. */
  readonly isServerChanged: boolean;
}

/** Makes and removes links at the server, and says what files must be told. Null when nothing can have changed. */
export async function changeLinks(
  session: Session,
  rows: readonly DoneRow[],
  heads: Heads,
  { paths, outcome }: { readonly paths: ReadonlyMap<string, string>; readonly outcome: Outcome },
): Promise<LinkRound | null> {
  const { server, state } = session;
  const isQuiet = rows.every(({ act }) => act === "nothing" || act === "wait");
  if (isQuiet && digestOfHeads(heads) === state.headLinks) return null;
  const view = viewLinks(rows.flatMap((row) => linkFile(session, row, heads, paths)));
  const before = (await server.links()).filter(
    ({ source, target }) => view.files.has(source) && view.files.has(target),
  );
  const plan = planLinks(view, state.links, before);
  const refusals = plan.added.length === 0 ? [] : await server.addLinks(plan.added);
  const addedLinks = plan.added.filter((link, index) => {
    const refusal = refusals[index] ?? null;
    if (refusal === null) count(outcome, "link");
    else outcome.failures.push({ place: placeOf(view, link), detail: refusal });
    return refusal === null;
  });
  for (const link of plan.removed) {
    await server.removeLink(link);
    count(outcome, "unlink");
  }
  const removedKeys = new Set(plan.removed.map(keyOf));
  const links = [...before.filter((link) => !removedKeys.has(keyOf(link))), ...addedLinks];
  const unshownPairs = new Set([...unshownLinks(view, links)].map(({ link }) => pairOf(link)));
  const isServerChanged = addedLinks.length + plan.removed.length > 0;
  return {
    view,
    links,
    unshownPairs,
    isServerChanged,
    ofFiles: linksOfFiles(view, { base: state.links, before, after: links }),
  };
}

/**
 * Returns the links that are gone at the server while a file that was not written still shows them: forgotten, they would
 * look like new ones of the file.
 */
export function pendingRemovals(
  { view, links }: Pick<LinkRound, "view" | "links">,
  base: readonly LinkKey[],
  writtenIds: ReadonlySet<string>,
): readonly LinkKey[] {
  const onServer = new Set(links.map(keyOf));
  const inFiles = new Set<string>();
  const unknownIds = new Set<string>();
  for (const file of view.files.values()) {
    if (writtenIds.has(file.id)) continue;
    if (file.isUnknown) unknownIds.add(file.id);
    for (const { relation, target, isRelative } of file.references) {
      const id = relation === null ? null : view.resolve({ target, isRelative }, file);
      if (relation !== null && id !== null) inFiles.add(keyOf({ source: file.id, relation, target: id }));
    }
  }
  return base.filter(([source, relation, target]) => {
    const key = keyOf({ source, relation, target });
    const isUnknown = unknownIds.has(source) || (relation === "relates_to" && unknownIds.has(target));
    return !onServer.has(key) && (isUnknown || inFiles.has(key));
  });
}

/** Returns the links that both sides have after a round: those that a file shows, or that could not be looked at. */
export function commonLinks(
  { view, links }: LinkRound,
  base: readonly LinkKey[],
  writtenIds: ReadonlySet<string>,
): readonly LinkKey[] {
  const inBase = new Set(base.map(([source, relation, target]) => keyOf({ source, relation, target })));
  const unshown = new Map([...unshownLinks(view, links)].map((one) => [keyOf(one.link), one.holder.id]));
  const common = links
    .filter((link) => {
      const holder = unshown.get(keyOf(link));
      return holder === undefined || writtenIds.has(holder) || inBase.has(keyOf(link));
    })
    .map(({ source, relation, target }): LinkKey =>
      relation === "relates_to" && target < source ? [target, relation, source] : [source, relation, target],
    );
  return [...common, ...pendingRemovals({ view, links }, base, writtenIds)].toSorted((one, other) =>
    one.join(" ") < other.join(" ") ? -1 : 1,
  );
}

export function digestOfHeads({ live }: Heads): string {
  const lines = [...live].map(([id, { links }]) => `${id} ${links}`).toSorted();
  return digestOfText(lines.join("\n"));
}

function linkFile(
  { state }: Session,
  row: DoneRow,
  heads: Heads,
  paths: ReadonlyMap<string, string>,
): readonly LinkFile[] {
  const { id, file, hold, act, wanted } = row;
  if (id === null || act === "trash-file" || act === "forget" || act === "delete-note" || act === "restore") return [];
  const entry = state.entries.get(id) ?? null;
  const path = file?.path ?? paths.get(id) ?? entry?.path;
  // A note that was made in this round is not among the heads.
  if (path === undefined || !(heads.live.has(id) || act === "label")) return [];
  const isOpen = hold !== null || act === "wait" || (file === null && wanted === null);
  const references = file?.references ?? (file === null && !isOpen ? [] : (entry?.references ?? []));
  const textReferences = references.filter(({ relation }) => relation === null);
  const isServerText = wanted !== null || (act === "record" && row.entry === null);
  return [
    {
      ...{ id, path, was: entry?.was ?? [], references, isServerText },
      nextTextLinks: wanted === null ? textReferences : textLinksOf(wanted.note.content),
      makesTextLinks: !isOpen && (!isServerText || act === "merge"),
      textLinks: entry?.textLinks ?? {},
      notLinked: file?.notLinked ?? [],
      // A file that is to be made says nothing yet, and one without front matter says nothing of links.
      isUnknown: isOpen || file === null || isStripped(file, row.entry),
      isWritable: !isOpen,
    },
  ];
}

function textLinksOf(content: string): readonly FileReference[] {
  return (findTextLinks(content) ?? []).map((link) => ({ relation: null, ...link }));
}

function placeOf({ files }: LinkView, { source, relation, target }: SyncLink): string {
  return `${files.get(source)?.path ?? source} ${relation} ${files.get(target)?.path ?? target}`;
}
