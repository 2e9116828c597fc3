import { linkKey } from "../../packages/api/src/index.ts";
import type { LinkInput } from "../../packages/contract/src/index.ts";
import { resolvePending, isVersion, sendAgain, type ListedNote } from "./resolve-pending.ts";
import { importAgain } from "./import.ts";
import { visibleLinks, type Journal } from "./journal.ts";
import type { Listener } from "./listener.ts";
import type { Writer } from "./writer.ts";

const SEARCHES_PER_WRITER = 6;

/** Compares the journals of a user's writers with the service's data after a kill. Returns the faults. */
export async function verifyUser(writers: readonly Writer[], listener: Listener, isLast: boolean): Promise<string[]> {
  const { caller } = writers[0]!;
  const importFaults: string[] = [];
  for (const { journal } of writers) importFaults.push(...(await importAgain(caller, journal)));
  const listedNotes = new Map<string, ListedNote>(
    (await caller.call("GET", "/api/graph/notes")).body.notes.map((note: ListedNote) => [note.id, note]),
  );
  const links = new Map<string, LinkInput>(
    (await caller.call("GET", "/api/graph/links")).body.links.map((link: LinkInput) => [linkKey(link), link]),
  );
  for (const writer of writers) resolvePending(writer, listedNotes, links);
  const keyFaults: string[] = [];
  for (const writer of writers) keyFaults.push(...(await sendAgain(writer, listedNotes, isLast)));
  return [
    ...importFaults,
    ...keyFaults,
    ...verifyNotes(writers, listedNotes),
    ...verifyLinks(writers, links),
    ...(await verifyCounts(writers, listedNotes.size, links.size)),
    ...(await verifySearch(writers)),
    ...(await verifyQuota(writers)),
    ...(await verifyEvents(writers, listener)),
  ];
}

function verifyNotes(writers: readonly Writer[], listedNotes: Map<string, ListedNote>): string[] {
  const faults: string[] = [];
  const knownNotes = new Map(writers.flatMap(({ journal }) => [...journal.notes]));
  for (const [id, version] of knownNotes) {
    const note = listedNotes.get(id);
    if (version.isDeleted && note) faults.push(`note ${id} was deleted but exists`);
    if (!version.isDeleted && !note) faults.push(`note ${id} is missing`);
    if (!version.isDeleted && note && !isVersion(note, version))
      faults.push(`note ${id} differs from its acknowledged version`);
  }
  for (const id of listedNotes.keys())
    if (!knownNotes.has(id)) faults.push(`note ${id} exists but was never written, or was purged`);
  return faults;
}

function verifyLinks(writers: readonly Writer[], links: Map<string, LinkInput>): string[] {
  const knownLinks = new Set(writers.flatMap(({ journal }) => visibleLinks(journal).map(linkKey)));
  return [
    ...[...knownLinks].filter((key) => !links.has(key)).map((key) => `link ${key} is missing`),
    ...[...links.keys()]
      .filter((key) => !knownLinks.has(key))
      .map((key) => `link ${key} exists but was never made, or was removed`),
  ];
}

async function verifyCounts(writers: readonly Writer[], notes: number, links: number): Promise<string[]> {
  const { body } = await writers[0]!.caller.call("GET", "/api/graph/stats");
  const isRight = body.total_notes === notes && body.total_links === links;
  return isRight
    ? []
    : [`${notes} notes and ${links} links are counted as ${body.total_notes} and ${body.total_links}`];
}

async function verifySearch(writers: readonly Writer[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { caller, journal } of writers) {
    const some = [...journal.notes].slice(-SEARCHES_PER_WRITER);
    for (const [id, { title, isDeleted }] of some) {
      const q = title.split(" ")[1]!;
      const { body } = await caller.call("GET", `/api/graph/notes?${new URLSearchParams({ q }).toString()}`);
      const foundIds = body.notes.map((note: ListedNote) => note.id);
      if (JSON.stringify(foundIds) !== JSON.stringify(isDeleted ? [] : [id]))
        faults.push(`a search for note ${id} finds ${JSON.stringify(foundIds)}`);
    }
  }
  return faults;
}

async function verifyQuota(writers: readonly Writer[]): Promise<string[]> {
  const { body } = await writers[0]!.caller.call("GET", "/api/quota");
  const sum = (count: (journal: Journal) => number) =>
    writers.reduce((total, { journal }) => total + count(journal), 0);
  const unansweredCount = sum((journal) => journal.unansweredCount);
  const within = (usedCount: number, least: number) => usedCount >= least && usedCount <= least + unansweredCount;
  return [
    ...(within(
      body.queries_used,
      sum(({ questionCount }) => questionCount),
    )
      ? []
      : [`quota: ${body.queries_used} queries are counted`]),
    ...(within(
      body.sonnet_queries_used,
      sum(({ askedCapable }) => askedCapable),
    )
      ? []
      : [`quota: ${body.sonnet_queries_used} queries of the capable model are counted`]),
  ];
}

/** Checks that the stream sent every event once, including those in the log, and one for each change. */
async function verifyEvents(writers: readonly Writer[], listener: Listener): Promise<string[]> {
  const { body } = await writers[0]!.caller.call("GET", "/api/activity?limit=1000");
  const newest: string | null = body.events[0]?.id ?? null;
  const deadline = performance.now() + 5_000;
  while (listener.lastId !== newest && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const faults = [...listener.faults];
  if (listener.lastId !== newest) faults.push(`the stream ends with ${listener.lastId} and the log with ${newest}`);
  for (const { id, data } of body.events) {
    if (listener.events.get(Number.parseInt(id, 10)) !== JSON.stringify(data))
      faults.push(`event ${id} was sent differently on the stream`);
  }
  const types = [...listener.events.values()].map((data) => JSON.parse(data).type as string);
  for (const type of Object.keys(writers[0]!.journal.events) as (keyof Journal["events"])[]) {
    const expectedCount = writers.reduce((total, { journal }) => total + journal.events[type], 0);
    const count = types.filter((other) => other === type).length;
    if (count !== expectedCount) faults.push(`there are ${count} events ${type} for ${expectedCount} changes`);
  }
  return faults;
}
