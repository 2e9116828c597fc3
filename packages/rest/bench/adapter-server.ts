// Serves the HTTP app over storage that costs almost nothing, so that only the HTTP layer is measured.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SCOPES } from "@knote/contract";
import { aNoteWrite, createMemoryStorage, testAuth, testServices } from "@knote/testkit";
import { configureHttpServer, createHttpApp, HTTP_SERVER_OPTIONS } from "../src/index.ts";

const USER = "bench:user";
const NOTES = 60;

const memory = createMemoryStorage();
for (let count = 0; count < NOTES; count++) await memory.notes.insert(USER, aNoteWrite({ tags: ["bench"] }), []);
const [newest] = await memory.notes.list(USER, {}, { limit: 1 });
const storage = { ...memory, notes: { ...memory.notes, insert: async () => {} } };
const services = testServices({ storage });
services.embedder.setStatus("down");
const actor = { userId: USER, scopes: new Set<string>(SCOPES), tier: "agent" } as const;
const tokenHolder = Promise.resolve({
  actor,
  origin: { issuedAt: 0, sessionId: null },
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const quiet = { info() {}, warn() {}, error() {} };
const { app } = createHttpApp({
  services,
  authenticate: () => tokenHolder,
  tokens: testAuth(services).tokens,
  log: quiet,
  publicUrl: "http://127.0.0.1",
});
const bare = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end('{"status":"ok"}');
});
const server = createServer(HTTP_SERVER_OPTIONS, app);
configureHttpServer(server);

const [port, barePort] = await Promise.all([server, bare].map(listen));
process.on("message", () => process.send?.({ cpuMicroseconds: cpuMicroseconds() }));
process.send?.({ port, barePort, noteId: newest?.id });

function listen(one: typeof server): Promise<number> {
  return new Promise((resolve) => one.listen(0, "127.0.0.1", () => resolve((one.address() as AddressInfo).port)));
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
