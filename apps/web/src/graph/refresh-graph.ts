import type { ActivityEvent, NoteState } from "@knote/contract";
import { problemOf } from "../remote/errors.ts";
import type { Client } from "../remote/trpc.ts";
import { type GraphData, type GraphLink, graphLink, graphNote, type GraphNote, linkKey } from "./graph-data.ts";
import { linksBetween } from "./load-graph.ts";

/** More than this many new notes or links at once, and all is read again. */
const MOST_NEW = 200;
const STATES_AT_ONCE = 1_000;

/** What changed since `data` was read, as the events tell it; null when only reading all again can say. */
export async function refreshGraph(
  client: Client,
  data: GraphData,
  events: readonly ActivityEvent[],
): Promise<GraphData | null> {
  const count = (type: ActivityEvent["type"]) => events.filter((event) => event.type === type).length;
  const [created, linked] = [count("note_created"), count("note_linked")];
  if (created > MOST_NEW || linked > MOST_NEW || count("import_progress") > 0) return null;
  // A restored note brings its links along, which no event names.
  if (count("note_restored") > 0) return null;

  const deleted = idsOf(events, "note_deleted");
  const changed = idsOf(events, "note_updated").filter((id) => !deleted.includes(id));
  const unlinked = idsOf(events, "note_unlinked").filter((id) => !deleted.includes(id));
  const [newest, newLinks, updated, kept, special] = await Promise.all([
    created > 0 ? client.notes.list.query({ limit: created }) : null,
    linked > 0 ? client.links.list.query({ limit: linked }) : null,
    Promise.all(changed.map((id) => readNote(client, id))),
    Promise.all(unlinked.map((id) => linksOf(client, id))),
    specialStates(client),
  ]);
  // Of one that is not known yet, its links are not either.
  const known = new Set(data.notes.map(({ id }) => id));
  if (updated.some((note) => note && !known.has(note.id))) return null;

  const fresh = [...(newest?.notes.map(graphNote) ?? []), ...updated.filter((note) => note !== null)];
  const notes = mergedNotes(data.notes, fresh, new Set(deleted)).map((note) => inState(note, special));
  const others = data.links.filter(({ source, target }) => !unlinked.includes(source) && !unlinked.includes(target));
  const links = new Map(
    [...others, ...kept.flat(), ...(newLinks?.links.map(graphLink) ?? [])].map((link) => [linkKey(link), link]),
  );
  return { notes, links: linksBetween(notes, [...links.values()]) };
}

function idsOf(events: readonly ActivityEvent[], type: "note_deleted" | "note_unlinked" | "note_updated"): string[] {
  return [...new Set(events.flatMap((event) => (event.type === type ? [event.data.id] : [])))];
}

async function readNote(client: Client, id: string): Promise<GraphNote | null> {
  try {
    return graphNote(await client.notes.get.query({ id }));
  } catch (error) {
    if (problemOf(error).kind === "missing") return null;
    throw error;
  }
}

async function linksOf(client: Client, id: string): Promise<GraphLink[]> {
  const links: GraphLink[] = [];
  for (let cursor: string | undefined; ;) {
    const { outgoing, incoming, next } = await client.links.ofNote.query({ id, ...(cursor && { cursor }) });
    links.push(
      ...outgoing.map(({ target_id: target, relation }) => ({ source: id, target, relation })),
      ...incoming.map(({ source_id: source, relation }) => ({ source, target: id, relation })),
    );
    if (next === null) return links;
    cursor = next;
  }
}

/** States follow from links, of other notes too; all notes but the active ones are read, which are few. */
async function specialStates(client: Client): Promise<Map<string, NoteState>> {
  const states = new Map<string, NoteState>();
  let cursor: string | undefined;
  do {
    const page = await client.notes.list.query({
      state: ["contested", "superseded", "archived"],
      limit: STATES_AT_ONCE,
      ...(cursor && { cursor }),
    });
    for (const { id, state } of page.notes) states.set(id, state);
    cursor = page.next ?? undefined;
  } while (cursor);
  return states;
}

function mergedNotes(
  notes: readonly GraphNote[],
  fresh: readonly GraphNote[],
  deleted: ReadonlySet<string>,
): GraphNote[] {
  const byId = new Map(notes.map((note) => [note.id, note]));
  const added = fresh.filter(({ id }) => !byId.has(id));
  for (const note of fresh) byId.set(note.id, note);
  const known = notes.map(({ id }) => byId.get(id)!);
  return [...added, ...known].filter(({ id }) => !deleted.has(id));
}

/** The same object when nothing changed, so that little is drawn again. */
function inState(note: GraphNote, special: ReadonlyMap<string, NoteState>): GraphNote {
  const state = special.get(note.id) ?? "active";
  return note.state === state ? note : { ...note, state };
}
