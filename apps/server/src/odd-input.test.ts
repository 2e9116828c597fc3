import { PROCEDURES } from "@knote/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "./testing/isolation/world.ts";

const USER = "github:1";
const JSON_BODY = { "Content-Type": "application/json" };

/** Valid JSON that no field expects. */
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, "", "x", "\0", "\ud800", "2026-13-45", "x".repeat(400)],
  ...[[], [1], [[[]]], {}, { id: {} }, { id: "\ud800" }, { id: "\0" }, { cursor: 1 }, { query: "\ud800" }],
  ...[{ query: "x", limit: 1e9 }, { q: "\ud800\0", limit: 5 }, { tag: ["\ud800"] }, { state: "x" }],
  { source_id: "\ud800", target_id: "\0", relation: "extends" },
];

/** Asks a model, and this server has none: what is valid is answered 503. */
const WITHOUT_MODEL = "/trpc/proposals.run";

let world: World;
beforeAll(async () => {
  world = await createWorld("2026-03-31T12:00:00.000Z", new Map([[USER, "agent"]]));
  for (const title of ["Owls hunt mice", "Mice fear owls", "Snow hides mice"]) {
    const body = JSON.stringify({ title, content: "It does.", note_type: "fact" });
    await world.send({ method: "POST", path: "/api/workspace/notes", headers: JSON_BODY, body }, world.tokenOf(USER));
  }
});
afterAll(() => world[Symbol.asyncDispose]());

async function expectNoFailure(method: string, path: string, body?: string, headers = JSON_BODY): Promise<void> {
  const call = { method, path, headers, ...(body !== undefined && { body }) };
  const { status, text } = await world.send(call, world.tokenOf(USER));
  const isExpected = status === 503 && path.startsWith(WITHOUT_MODEL);
  if (status >= 500 && !isExpected) expect.fail(`${method} ${path} ${body ?? ""} answered ${status}: ${text}`);
}

describe("unexpected input", () => {
  it.each([...PROCEDURES.keys()])("never makes tRPC answer 5xx: %s", async (procedure) => {
    for (const odd of ODD) {
      const [one, batch] = [JSON.stringify(odd), JSON.stringify({ 0: odd })];
      await expectNoFailure("GET", `/trpc/${procedure}?input=${encodeURIComponent(one)}`);
      await expectNoFailure("POST", `/trpc/${procedure}`, one);
      await expectNoFailure("POST", `/trpc/${procedure}?batch=1`, batch);
    }
    for (const brokenBody of ["", "{", '{"0":', "[".repeat(100_000)])
      await expectNoFailure("POST", `/trpc/${procedure}`, brokenBody);
  });

  it("never makes the server answer 5xx as a cursor", async () => {
    for (const first of ODD) {
      for (const second of ["x", 1, -1, 1e308, null]) {
        const cursor = Buffer.from(encodeURIComponent(JSON.stringify([first, second]))).toString("base64url");
        for (const rest of ["", "&q=owls", "&limit=2", "&q=owls&limit=2"]) {
          await expectNoFailure("GET", `/api/graph/notes?cursor=${cursor}${rest}`);
        }
      }
    }
    for (const cursor of ["~", "2026~1", "%00~1", "2026-03-31T12:00:00.000Z~999999999999999", "x~-1"]) {
      await expectNoFailure("GET", `/api/graph/links?cursor=${cursor}`);
    }
  });

  it("never makes the server answer 5xx as the name of a procedure", async () => {
    const names = [
      ",",
      ",,,",
      "notes",
      "_def",
      "createCaller",
      "notes.get%00",
      "a%2fb",
      "%2e%2e",
      "notes.get,".repeat(25),
    ];
    for (const name of names) {
      for (const search of ["", "?batch=1", "?input=%", "?batch=1&input={"]) {
        await expectNoFailure("GET", `/trpc/${name}${search}`);
        await expectNoFailure("POST", `/trpc/${name}${search}`, "{}");
      }
    }
  });
});
