/** Bare SQLite: node:http over one table and FTS5, as durable as Knote, without users, meaning or stored events. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const dataDir = process.env["DATA_DIR"]!;
mkdirSync(dataDir, { recursive: true });
const db = new DatabaseSync(join(dataDir, "bare.db"));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE notes (id TEXT PRIMARY KEY, title TEXT, content TEXT, note_type TEXT, tags TEXT, created_at TEXT);
  CREATE INDEX notes_by_time ON notes (created_at DESC, id DESC);
  CREATE VIRTUAL TABLE words USING fts5(id UNINDEXED, title, content, tokenize = 'porter');`);
const statements = {
  begin: db.prepare("BEGIN IMMEDIATE"),
  commit: db.prepare("COMMIT"),
  insert: db.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?)"),
  index: db.prepare("INSERT INTO words VALUES (?, ?, ?)"),
  get: db.prepare("SELECT * FROM notes WHERE id = ?"),
  list: db.prepare("SELECT * FROM notes ORDER BY created_at DESC, id DESC LIMIT ?"),
  search: db.prepare(
    "SELECT notes.* FROM words JOIN notes USING (id) WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?",
  ),
};

function create(body: string) {
  const { title, content, note_type, tags } = JSON.parse(body) as Record<string, string>;
  const note = {
    id: randomUUID(),
    title: title!,
    content: content!,
    note_type: note_type!,
    tags: JSON.stringify(tags),
    created_at: new Date().toISOString(),
  };
  statements.begin.run();
  statements.insert.run(...Object.values(note));
  statements.index.run(note.id, note.title, note.content);
  statements.commit.run();
  publish(note.title);
  return note;
}

const streams = new Set<ServerResponse>();

function publish(title: string): void {
  if (streams.size === 0) return;
  const event = { type: "note_created", data: { title }, timestamp: new Date().toISOString() };
  const message = Buffer.from(`event: note_created\ndata: ${JSON.stringify(event)}\n\n`);
  for (const stream of streams) stream.write(message);
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).write("event: connected\ndata: {}\n\n");
  streams.add(response);
  response.on("close", () => streams.delete(response));
}

function answer(url: URL, body: string): unknown {
  const id = url.pathname.split("/")[4];
  if (id) return statements.get.get(id);
  if (body) return create(body);
  const limit = Number(url.searchParams.get("limit") ?? 50);
  const q = url.searchParams.get("q");
  return { notes: q ? statements.search.all(q, limit) : statements.list.all(limit) };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  const reply = (body: string) => {
    const result = JSON.stringify(answer(new URL(request.url!, "http://bench"), body));
    response
      .writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(result) })
      .end(result);
  };
  if (request.url!.startsWith("/api/activity/stream")) openStream(response);
  else if (request.method === "GET") reply("");
  else void read(request).then(reply);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit(0));
