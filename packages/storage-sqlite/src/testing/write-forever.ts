import { flushCompileCache } from "node:module";
import { indexTerms, type Notice, type StanceEntry, type StoredNote } from "@knote/api";
import { createSqliteStorage } from "../create-sqlite-storage.ts";

// Writes notes and prints each write once it is acknowledged, until the process is killed.
const [dataDir, clients] = process.argv.slice(2);
const storage = await createSqliteStorage({ dataDir: dataDir! });
// A killed process writes no cache by itself, and the next one would compile everything again.
flushCompileCache();
process.stdout.write("open\n");
await Promise.all(Array.from({ length: Number(clients) }, writeForever));

async function writeForever(): Promise<void> {
  for (;;) {
    const word = `word${crypto.randomUUID().replaceAll("-", "")}`;
    const first = aNote(word, "x".repeat(Math.random() * 5_000));
    await storage.notes.insert("ada", writeOf(first), [aNotice(first)]);
    process.stdout.write(`inserted ${first.id} ${word}\n`);
    const second = { ...first, content: "Revised.", revision: 2 };
    await storage.notes.update("ada", writeOf(second), [aNotice(second)]);
    process.stdout.write(`revised ${first.id} ${word}\n`);
    await storage.stances.add("ada", [aStance(first)]);
    process.stdout.write(`thought ${first.id} ${word}\n`);
    const progress = { state: "running", leaseUntil: 1 } as const;
    const entry = { id: first.id, kind: "split", at: first.created_at, ...progress, moved: 0, plan: "{}" } as const;
    await storage.operations.begin("ada", { ...entry, noteIds: [first.id], partIds: [crypto.randomUUID()] });
    process.stdout.write(`running ${first.id} ${word}\n`);
    await storage.operations.advance("ada", first.id, progress, { state: "done", leaseUntil: 0 });
    process.stdout.write(`done ${first.id} ${word}\n`);
  }
}

// The testkit's builders would take longer to load than most of these processes live.
function aNote(title: string, content: string): StoredNote {
  const now = new Date().toISOString();
  return {
    id: crypto.randomUUID(),
    title,
    content,
    note_type: "fact",
    tags: [],
    importance: 0.5,
    archived: false,
    created_at: now,
    updated_at: now,
    claimed_at: now,
    revision: 1,
  };
}

function aStance({ id, created_at: at }: StoredNote): StanceEntry {
  const state = { confidence: 0.7, expects: "x".repeat(500), review_on: null, outcome: null, text: null };
  return { noteId: id, number: 1, at, kind: "stance", ...state };
}

function writeOf(note: StoredNote) {
  return { note, terms: indexTerms([note.title, note.content]), titleKey: note.title };
}

function aNotice({ id, title }: StoredNote): Notice {
  return { event: { type: "note_updated", data: { id, title }, timestamp: new Date().toISOString() } };
}
