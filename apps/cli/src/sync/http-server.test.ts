import { createHttpApp } from "@knote/rest";
import { type CanonicalNote, ServerRefusal } from "@knote/sync";
import { apiOf, startTestServer, testServices } from "@knote/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, ServiceAway } from "@knote/formats";
import { httpServer, requireScopes } from "./http-server.ts";
import { patientClient } from "./patient-client.ts";

const NOTE: CanonicalNote = {
  title: "Owls hunt at night",
  content: "They hear mice.",
  note_type: "belief",
  tags: ["birds"],
  importance: 0.7,
  archived: false,
};
const AT = "2026-02-01T08:00:00.000Z";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => void (server = await startTestServer(testServices(), createHttpApp)));
afterAll(() => server[Symbol.asyncDispose]());

async function clientOf(sub: string, scope?: string): Promise<Service> {
  const token = await server.token(sub, scope === undefined ? {} : { scope });
  return {
    address: server.url,
    send: (path, request = {}) =>
      fetch(server.url + path, {
        ...request,
        headers: { ...(request.headers as Record<string, string>), Authorization: `Bearer ${token}` },
      }),
  };
}

async function connect(sub: string) {
  const client = await clientOf(sub);
  return { client, sync: httpServer(client, () => sub), api: await apiOf(server, sub) };
}

async function createdIds(sync: ReturnType<typeof httpServer>, notes: readonly CanonicalNote[], prefix = "k") {
  const creations = await sync.create(notes.map((note, index) => ({ key: `${prefix}:${index}`, note })));
  return creations.map((creation) => ("id" in creation ? creation.id : creation.refusal));
}

it("creates a note once for a key, and reads it whole", async () => {
  const { sync } = await connect("create");
  const newNote = { key: "sync:1", note: { ...NOTE, archived: true }, created_at: AT };
  const [first] = await sync.create([newNote]);
  expect(first).toMatchObject({ isNew: true, isDeleted: false });
  expect(await sync.create([newNote])).toEqual([{ ...first, isNew: false }]);
  const { live, trash } = await sync.heads();
  const { id } = first as { id: string };
  const [note] = await sync.read([id, "01900000-0000-7000-8000-000000000000"]);
  expect(note).toEqual({ id, etag: live.get(id)!.etag, created_at: AT, note: { ...NOTE, archived: true } });
  expect(trash.size).toBe(0);
});

it("says which notes are refused, deleted, or another text under the same key", async () => {
  const { sync, api } = await connect("refused");
  const [id] = await createdIds(sync, [NOTE]);
  const results = await sync.create([
    { key: "k:0", note: { ...NOTE, title: "Other" } },
    { key: "k:1", note: { ...NOTE, content: "" } },
  ]);
  expect(results).toEqual([{ id, isNew: false, isDeleted: false }, { refusal: expect.stringContaining("content") }]);
  await api("DELETE", `/api/workspace/notes/${id}`);
  expect(await sync.create([{ key: "k:0", note: NOTE }])).toEqual([{ id, isNew: false, isDeleted: true }]);
});

it("reads many notes at once as it reads few", async () => {
  const { sync } = await connect("many");
  const notes = Array.from({ length: 1_500 }, (_, index) => ({
    ...NOTE,
    title: `Owl ${index}`,
    archived: index === 3,
  }));
  const ids = await createdIds(sync, notes);
  await sync.heads();
  const all = await sync.read(ids);
  expect(all).toHaveLength(1_500);
  const few = await sync.read([ids[3]!, ids[7]!]);
  for (const note of few) expect(all).toContainEqual(note);
  expect(few.find(({ id }) => id === ids[3])?.note.archived).toBe(true);
});

it("updates and deletes only what it has seen", async () => {
  const { sync, api } = await connect("update");
  const [id] = (await createdIds(sync, [NOTE])) as [string];
  const { etag } = (await sync.read([id]))[0]!;
  const update = await sync.update(id, { ...NOTE, title: "Owls sleep by day", archived: true }, etag);
  const [after] = await sync.read([id]);
  expect(update).toEqual({ etag: after!.etag });
  expect(after!.note).toEqual({ ...NOTE, title: "Owls sleep by day", archived: true });
  expect(await sync.update(id, NOTE, etag)).toBe("stale");
  expect(await sync.delete(id, etag)).toBe("stale");
  expect((await sync.read([id]))[0]).toEqual(after);
  expect((await sync.revisions(id)).map(({ revision, note }) => [revision, note.title])).toEqual([
    [2, "Owls sleep by day"],
    [1, "Owls hunt at night"],
  ]);
  await expect(sync.update(id, { ...NOTE, title: "" }, after!.etag)).rejects.toThrow(ServerRefusal);
  expect(await sync.delete(id, after!.etag)).toBe("deleted");
  const heads = await sync.heads();
  expect([heads.live.size, heads.trash.get(id)]).toEqual([0, after!.etag]);
  expect([await sync.update(id, NOTE, after!.etag), await sync.delete(id, after!.etag)]).toEqual(["gone", "gone"]);
  expect([await sync.read([id]), await sync.revisions(id)]).toEqual([[], []]);
  expect(await sync.restore(id)).toBe(true);
  await api("DELETE", `/api/workspace/notes/${id}?purge=true`);
  expect(await sync.restore(id)).toBe(false);
});

it("adds and removes links, and says why one is refused", async () => {
  const { sync } = await connect("links");
  const [a, b] = (await createdIds(sync, [NOTE, { ...NOTE, title: "Bats" }])) as [string, string];
  const newer = { source: a, target: b, relation: "supersedes" } as const;
  expect(await sync.addLinks([newer, newer, { source: b, target: a, relation: "supersedes" }])).toEqual([
    null,
    null,
    expect.any(String),
  ]);
  expect(await sync.links()).toEqual([newer]);
  await sync.removeLink(newer);
  await sync.removeLink(newer);
  expect(await sync.links()).toEqual([]);
  expect(await sync.addLinks([])).toEqual([]);
});

it.each([
  ["heads", "/api/workspace/export?heads=true", (sync: ReturnType<typeof httpServer>) => sync.heads()],
  ["notes", "/api/workspace/export", (sync: ReturnType<typeof httpServer>) => sync.read(["1", "2", "3", "4", "5"])],
])("takes no list of %s that was cut off", async (_name, path, ask) => {
  const { client, sync } = await connect("cut");
  await createdIds(sync, [NOTE, { ...NOTE, title: "Bats" }]);
  const whole = await (await client.send(path)).text();
  for (let end = 0; end < whole.length - 1; end += 7) {
    const partial = httpServer({ ...client, send: async () => new Response(whole.slice(0, end)) }, () => "cut");
    await expect(ask(partial)).rejects.toThrow(ServiceAway);
  }
});

it("asks for a token that may read and write", async () => {
  const { sync, client } = await connect("scopes");
  await requireScopes(client);
  expect((await sync.heads()).live.size).toBe(0);
  await expect(requireScopes(await clientOf("scopes", "notes:read ask"))).rejects.toThrow(
    "The token may not write notes",
  );
  const nobody = {
    ...client,
    send: (path: string) => fetch(server.url + path, { headers: { Authorization: "Bearer x" } }),
  };
  await expect(httpServer(nobody, () => "x").heads()).rejects.toThrow("The service answered 401");
});

it("waits for a busy service as long as that asks, and not for ever", async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, wait: async (milliseconds: number) => void waits.push(milliseconds) };
  const answers = [503, 429, 200].map((status) => new Response("", { status, headers: { "Retry-After": "2" } }));
  const busy = (send: () => Response) => patientClient({ address: "", send: async () => send() }, clock);
  expect((await busy(() => answers.shift()!).send("/")).status).toBe(200);
  expect(waits).toEqual([2_000, 2_000]);
  const always = busy(() => new Response("", { status: 503, headers: { "Retry-After": "3600" } }));
  expect((await always.send("/")).status).toBe(503);
  expect(waits.slice(2)).toEqual(Array.from({ length: 5 }, () => 30_000));
});
