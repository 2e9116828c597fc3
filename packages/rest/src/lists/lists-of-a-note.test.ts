import { aLink, aNoteWrite, aRevision, createMemoryStorage, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

describe("the links of a note", () => {
  it("come complete without a limit, and page by page with one", async () => {
    await using hub = await startHub(700);
    const { body, headers } = await hub.send("/links");
    expect(headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(headers).not.toHaveProperty("link");
    expect(Object.keys(body)).toEqual(["outgoing", "incoming"]);
    expect([body.outgoing.length, body.incoming.length]).toEqual([700, 700]);
    const pagedLinks = { outgoing: [] as unknown[], incoming: [] as unknown[] };
    for (const page of await hub.pages("/links?limit=250")) {
      expect(page.outgoing.length + page.incoming.length).toBeLessThanOrEqual(250);
      expect(Object.keys(page)).toEqual(["outgoing", "incoming"]);
      pagedLinks.outgoing.push(...page.outgoing);
      pagedLinks.incoming.push(...page.incoming);
    }
    expect(pagedLinks).toEqual(body);
  });

  it("are a short body when there are few", async () => {
    await using hub = await startHub(1);
    const { body, headers } = await hub.send("/links");
    expect(headers).toHaveProperty("content-length");
    expect([body.outgoing.length, body.incoming.length]).toEqual([1, 1]);
  });
});

describe("the history of a note", () => {
  it("comes complete without a limit, and page by page with one", async () => {
    await using hub = await startHub(1);
    await hub.revise(40, "All of it matters. ".repeat(500));
    const { body, headers } = await hub.send("/history");
    expect(headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(body.revisions).toHaveLength(41);
    expect(Object.keys(body)).toEqual(["revisions"]);
    const pagedRevisions: unknown[] = [];
    for (const page of await hub.pages("/history?limit=15")) {
      expect(page.revisions.length).toBeLessThanOrEqual(15);
      pagedRevisions.push(...page.revisions);
    }
    expect(pagedRevisions).toEqual(body.revisions);
  });
});

it.each(["/links", "/history"])("refuse an invalid limit or cursor, and an unknown note (%s)", async (path) => {
  await using hub = await startHub(1);
  for (const query of ["limit=0", "limit=1001", "limit=x", "cursor=strange", "limit=5&cursor=strange", "cursor="])
    expect((await hub.send(`${path}?${query}`)).status, query).toBe(422);
  for (const query of ["", "?limit=5"])
    expect(await hub.at(`/api/workspace/notes/nobody${path}${query}`)).toMatchObject({ status: 404 });
  expect((await hub.send(`${path}?limit=1000`)).status).toBe(200);
});

/** A user with a note that has the given number of links in each direction. */
async function startHub(count: number) {
  const storage = createMemoryStorage();
  const hub = aNoteWrite({ title: "Hub" });
  await storage.notes.insert("ada", hub, []);
  const others = Array.from({ length: count }, (_, index) => aNoteWrite({ title: `Note ${index} ${"-".repeat(80)}` }));
  for (const other of others) await storage.notes.insert("ada", other, []);
  const [id, created_at] = [hub.note.id, "2026-03-02T00:00:00.000Z"];
  await storage.links.insertMany(
    "ada",
    others.flatMap(({ note }) => [
      aLink({ source_id: id, target_id: note.id, created_at }),
      aLink({ source_id: note.id, target_id: id, relation: "extends", created_at }),
    ]),
  );
  const app = await startApp({ services: testServices({ storage }) });
  const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
  const at = (path: string) => ada.send(`GET ${path}`);
  return {
    at,
    send: (path: string) => at(`/api/workspace/notes/${id}${path}`),
    async pages(path: string) {
      const bodies = [];
      for (let next: string | undefined = `/api/workspace/notes/${id}${path}`; next;) {
        const { body, headers } = await at(next);
        bodies.push(body);
        next = headers["link"]?.slice(1).split(">")[0];
      }
      expect(bodies.length).toBeGreaterThan(2);
      return bodies;
    },
    async revise(times: number, content: string) {
      let { note } = hub;
      for (let index = 0; index < times; index++) {
        const write = aRevision(note, { content: `${content}${index}` });
        await storage.notes.update("ada", write, []);
        ({ note } = write);
      }
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
