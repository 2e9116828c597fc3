import { createMemoryStorage, testClock, testServices } from "@knote/testkit";
import { expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const START = "2026-03-01T12:00:00.000Z";

/** An app with a hub of many links, some of which are removed at once, and the time before that. */
async function startPastApp() {
  const clock = testClock(START);
  const storage = { ...createMemoryStorage({ clock }), historySince: async () => START };
  const app = await startApp({ services: testServices({ clock, storage }) });
  const ada = await app.user("ada");
  const hub = await ada.note("Hub");
  const rest: { readonly source_id: string; readonly target_id: string; readonly relation: string }[] = [];
  for (let index = 0; index < 8; index++) {
    clock.advance(1_000);
    const other = await ada.note(`Note ${index}`);
    const ends = index % 2 === 0 ? { source_id: hub, target_id: other } : { source_id: other, target_id: hub };
    await ada.send("POST /api/workspace/links", { json: { ...ends, relation: "extends" } });
    rest.push({ ...ends, relation: "extends" });
  }
  const paths = [
    "/api/graph/notes",
    "/api/graph/links",
    `/api/workspace/notes/${hub}`,
    `/api/workspace/notes/${hub}/links`,
  ];
  const before = [];
  for (const path of paths) before.push((await ada.send(`GET ${path}`)).text);
  const as_of = new Date(clock.now()).toISOString();
  clock.advance(1_000);
  await ada.send(`PUT /api/workspace/notes/${hub}`, { json: { title: "Reworded hub", state: "archived" } });
  for (const link of rest.filter((_, index) => index % 3 !== 0))
    await ada.send(`DELETE /api/workspace/links?${new URLSearchParams(link).toString()}`);
  return { app, ada, paths, before, as_of };
}

it("answers with the very bytes of that time, whole lists as well, and says which time it was", async () => {
  const { app, ada, paths, before, as_of } = await startPastApp();
  await using _app = app;
  for (const [index, path] of paths.entries()) {
    const answer = await ada.send(`GET ${path}?as_of=${as_of}`);
    expect(answer.text).toBe(before[index]);
    expect(answer.headers["x-as-of"]).toBe(`${as_of}; changed=1; by-present-text=0`);
    const present = await ada.send(`GET ${path}`);
    expect(present.text).not.toBe(before[index]);
    expect(present.headers).not.toHaveProperty("x-as-of");
    expect((await ada.send(`GET ${path}?as_of=2026-03-01T12:00:09.000Z`)).text).toBe(present.text);
    // A plus that is not encoded arrives as a blank.
    const zone = as_of.replace("T12:", "T21:").replace("Z", "+09:00");
    expect((await ada.send(`GET ${path}?as_of=${zone}`)).text).toBe(before[index]);
  }
});

it.each([1, 2, 3, 5, 8, 9])("pages through links of that time, %i at a time, each once", async (limit) => {
  const { app, ada, paths, before, as_of } = await startPastApp();
  await using _app = app;
  for (const [index, path] of paths.entries()) {
    if (!path.endsWith("/links")) continue;
    const whole = JSON.parse(before[index]!) as Record<string, unknown[]>;
    const pages: Record<string, unknown[]> = Object.fromEntries(Object.keys(whole).map((name) => [name, []]));
    for (let next: string | undefined = `${path}?as_of=${as_of}&limit=${limit}`; next !== undefined;) {
      const { body, headers } = await ada.send(`GET ${next}`);
      let count = 0;
      for (const [name, links] of Object.entries(pages)) {
        links.push(...body[name]);
        count += body[name].length;
      }
      expect(count).toBeLessThanOrEqual(limit);
      next = /<(.+)>; rel="next"/.exec(String(headers["link"]))?.[1];
    }
    expect(pages).toEqual(whole);
  }
});

it("names neither the time nor a note for what is not there", async () => {
  const { app, ada } = await startPastApp();
  await using _app = app;
  for (const end of ["", "/links"]) {
    const answer = await ada.send(`GET /api/workspace/notes/unknown${end}?as_of=2026-03-01`);
    expect(answer).toMatchObject({ status: 404, body: { detail: "Note not found." } });
    expect(answer.headers).not.toHaveProperty("x-as-of");
  }
});

it("answers a search, recall and a question with what was so then, whole and streamed", async () => {
  const { app, ada, as_of } = await startPastApp();
  await using _app = app;
  const header = `${as_of}; changed=1; by-present-text=0`;
  for (const path of ["/api/graph/notes?q=hub", "/api/graph/notes?q=hub&limit=5"]) {
    const search = await ada.send(`GET ${path}&as_of=${as_of}`);
    expect(search.body.notes).toMatchObject([{ title: "Hub", state: "active" }]);
    expect(search.headers["x-as-of"]).toBe(header);
    expect((await ada.send(`GET ${path}`)).body.notes).toMatchObject([{ title: "Reworded hub", state: "archived" }]);
  }
  const recall = await ada.send("POST /api/recall", { json: { query: "What of the hub?", as_of } });
  expect(recall.body.results[0]).toMatchObject({ title: "Hub" });
  expect(recall.headers["x-as-of"]).toBe(header);
  const answer = await ada.send("POST /api/ask", { json: { query: "What of the hub?", as_of } });
  expect(answer.body.sources[0]).toMatchObject({ title: "Hub" });
  expect(answer.headers["x-as-of"]).toBe(header);
  const headers = { Accept: "text/event-stream" };
  const stream = await ada.send("POST /api/ask", { json: { query: "What of the hub?", as_of }, headers });
  expect(stream.headers["x-as-of"]).toBe(header);
  expect(stream.text).toContain('"title":"Hub"');
  expect(stream.text).not.toContain("Reworded");
  expect((await ada.send("POST /api/ask", { json: { query: "What of the hub?" } })).headers).not.toHaveProperty(
    "x-as-of",
  );
});

it("refuses a time that is no past one in a body, and with it what has no past", async () => {
  const { app, ada, as_of } = await startPastApp();
  await using _app = app;
  for (const path of ["POST /api/recall", "POST /api/ask"]) {
    for (const time of ["", "yesterday", "9999-12-31", 1, null]) {
      const refusal = await ada.send(path, { json: { query: "Hub?", as_of: time } });
      expect(refusal).toMatchObject({ status: 422, body: { issues: [{ path: "as_of" }] } });
    }
  }
  const refusal = await ada.send("POST /api/recall", { json: { query: "Hub?", as_of, notices: true } });
  expect(refusal).toMatchObject({ status: 422, body: { issues: [{ path: "notices" }] } });
});
