import type { Link, NoteType, Relation } from "@knote/contract";
import { STANCES_AT_ONCE, type StanceEntry, type Storage, type StoredNote } from "@knote/api";
import { aNoteWrite, aRevision } from "@knote/testkit";

const NOTES_AT_ONCE = 1_000;
const LINKS_AT_ONCE = 2_000;
const START = Date.parse("2026-01-01T00:00:00.000Z");

/** Stores a chain in which each note supersedes the one before. */
export async function givenChain(storage: Storage, userId: string, length: number): Promise<StoredNote[]> {
  const titles = Array.from({ length }, (_, index) => (index % 100 === 0 ? "Owls hunt mice" : `Version ${index}`));
  const notes = await givenNotes(storage, userId, titles);
  await givenLinks(
    storage,
    userId,
    notes.slice(1).map((note, index) => [note, "supersedes", notes[index]!] as const),
  );
  return notes;
}

/** Stores a hub: the first note is linked with all others, most of which contradict or supersede it. */
export async function givenHub(storage: Storage, userId: string, links: number): Promise<StoredNote[]> {
  const titles = Array.from({ length: links + 1 }, (_, index) => (index === 0 ? "Owls hunt mice" : `Remark ${index}`));
  const notes = await givenNotes(storage, userId, titles);
  const [hub, ...others] = notes;
  const relations: readonly Relation[] = ["contradicts", "relates_to", "supersedes", "depends_on"];
  await givenLinks(
    storage,
    userId,
    others.map((other, index) => {
      const relation = relations[index % relations.length]!;
      return relation === "depends_on" ? ([hub!, relation, other] as const) : ([other, relation, hub!] as const);
    }),
  );
  return notes;
}

/** Stores notes that all contradict and relate to each other. */
export async function givenClique(storage: Storage, userId: string, size: number): Promise<StoredNote[]> {
  const notes = await givenNotes(
    storage,
    userId,
    Array.from({ length: size }, (_, index) => `Owls hunt mice of kind ${index}`),
  );
  await givenLinks(
    storage,
    userId,
    notes.flatMap((note, index) =>
      notes
        .slice(index + 1)
        .flatMap((other) => [[note, "contradicts", other] as const, [note, "relates_to", other] as const]),
    ),
  );
  return notes;
}

/** Stores notes of the greatest length, and revises the first one this often. */
export async function givenLongNotes(
  storage: Storage,
  userId: string,
  { notes, revisions }: { readonly notes: number; readonly revisions: number },
): Promise<StoredNote> {
  const content = "All of it matters to owls. ".repeat(1_850);
  let first = aNoteWrite({ title: "Owls hunt mice", content });
  await storage.notes.insert(userId, first, []);
  for (let index = 1; index < notes; index++)
    await storage.notes.insert(
      userId,
      { ...first, note: { ...aNoteWrite({ title: `Long ${index}` }).note, content } },
      [],
    );
  for (let index = 0; index < revisions; index++) {
    first = { ...first, note: aRevision(first.note).note };
    await storage.notes.update(userId, { ...first, note: { ...first.note, tags: [`t${index}`] } }, []);
  }
  return first.note;
}

/** Stores decisions, each with a day that has come; every second one has an outcome from a week later. */
export async function givenDecisions(storage: Storage, userId: string, count: number): Promise<StoredNote[]> {
  const titles = Array.from({ length: count }, (_, index) => `Owls hunt mice by plan ${index}`);
  const notes = await givenNotes(storage, userId, titles, "decision");
  const stance = { confidence: 0.7, expects: "They hunt. ".repeat(100), review_on: "2026-02-01", text: null };
  const entries = notes.flatMap(({ id }, index): StanceEntry[] => {
    const first = { ...stance, noteId: id, number: 1, at: "2026-01-01T00:00:00.000Z", outcome: null };
    const second = { ...first, number: 2, at: "2026-01-08T00:00:00.000Z", outcome: "came_true" } as const;
    return [{ ...first, kind: "stance" }, ...(index % 2 === 0 ? [] : [{ ...second, kind: "outcome" as const }])];
  });
  for (let start = 0; start < entries.length; start += STANCES_AT_ONCE)
    await storage.stances.add(userId, entries.slice(start, start + STANCES_AT_ONCE));
  return notes;
}

/** Stores short notes with these titles, oldest first. */
async function givenNotes(
  storage: Storage,
  userId: string,
  titles: readonly string[],
  note_type: NoteType = "fact",
): Promise<StoredNote[]> {
  const writes = titles.map((title, index) => {
    const created_at = new Date(START + index * 1_000).toISOString();
    return { ...aNoteWrite({ title, content: "-", note_type, created_at, updated_at: created_at }), key: null };
  });
  for (let start = 0; start < writes.length; start += NOTES_AT_ONCE)
    await storage.notes.insertMany(userId, writes.slice(start, start + NOTES_AT_ONCE));
  return writes.map(({ note }) => note);
}

async function givenLinks(
  storage: Storage,
  userId: string,
  links: Iterable<readonly [source: StoredNote, relation: Relation, target: StoredNote]>,
): Promise<void> {
  const created_at = "2026-02-01T00:00:00.000Z";
  const all = Array.from(links, ([source, relation, target]): Link => ({
    source_id: source.id,
    target_id: target.id,
    relation,
    created_at,
  }));
  for (let start = 0; start < all.length; start += LINKS_AT_ONCE)
    await storage.links.insertMany(userId, all.slice(start, start + LINKS_AT_ONCE));
}
