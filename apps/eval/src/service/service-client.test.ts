import { describe, expect, it } from "vitest";
import { startFakeService, type Reply } from "../testing/fake-service.ts";
import { createServiceClient } from "./service-client.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";
const CALL = {
  user: "eval:tiny",
  method: "POST",
  path: "/api/ask",
  body: { query: "Why?" },
  schema: { parse: (value: unknown) => value },
} as const;

/** Starts a service that gives these replies and then repeats the last one. */
async function setUp(...replies: Reply[]) {
  const service = await startFakeService(() => (replies.length > 1 ? replies.shift()! : replies[0]!));
  const options = { url: service.url, secret: SECRET };
  return { service, options, client: createServiceClient(options) };
}

it("tries again when a busy service says so", async () => {
  const busy = { status: 503, headers: { "Retry-After": "0" }, body: { detail: "Busy." } };
  const { service, client } = await setUp(busy, { ...busy, status: 429 }, { body: { answer: "Because." } });
  await using _ = service;
  expect(await client.call(CALL)).toEqual({ answer: "Because." });
  expect(service.calls).toEqual(["POST /api/ask", "POST /api/ask", "POST /api/ask"]);
  expect(client.users()).toEqual(["eval:tiny"]);
});

it("repeats a call with the same idempotency key, and waits while the first try is under way", async () => {
  const unavailableReply = {
    status: 503,
    headers: { "Retry-After": "0" },
    body: { detail: "The database cannot be reached." },
  };
  const underWay = { ...unavailableReply, status: 409 };
  const { service, client } = await setUp(unavailableReply, underWay, { body: { id: "1" } });
  await using _ = service;
  await client.call(CALL);
  await client.call(CALL);
  const [first, ...others] = service.idempotencyKeys;
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(others).toEqual([first, first, expect.not.stringMatching(first!)]);
});

it("does not repeat a call that is refused for good", async () => {
  const { service, client } = await setUp({ status: 409, body: { detail: "This link exists already." } });
  await using _ = service;
  await expect(client.call(CALL)).rejects.toThrow("409: This link exists already.");
  expect(service.calls).toHaveLength(1);
});

it("gives up on a service that stays down, and quotes its error", async () => {
  const { service, client } = await setUp({
    status: 503,
    headers: { "Retry-After": "0" },
    body: { detail: "The embedder is down." },
  });
  await using _ = service;
  await expect(client.call(CALL)).rejects.toThrow("POST /api/ask was answered with 503: The embedder is down.");
  expect(service.calls).toHaveLength(6);
});

it("does not wait for the next month when a quota is used up", async () => {
  const body = { detail: "The monthly quota is exceeded." };
  const { service, client } = await setUp({ status: 429, headers: { "Retry-After": "800000" }, body });
  await using _ = service;
  await expect(client.call(CALL)).rejects.toThrow(/429: The monthly quota is exceeded\. .*DEFAULT_TIER=agent/);
  expect(service.calls).toHaveLength(1);
});

it("names the fields that are refused", async () => {
  const body = { detail: "The request is wrong.", issues: [{ path: "query", message: "query is required." }] };
  const { service, client } = await setUp({ status: 422, body });
  await using _ = service;
  await expect(client.call(CALL)).rejects.toThrow("query: query is required.");
});

it("reports an address where nothing answers", async () => {
  const { service, options } = await setUp({});
  await service[Symbol.asyncDispose]();
  const client = createServiceClient(options);
  await expect(client.health()).rejects.toThrow(`The service at ${options.url} does not answer.`);
});

it("reports an address where something else answers", async () => {
  const { service, client, options } = await setUp({ body: "Welcome!" });
  await using _ = service;
  await expect(client.health()).rejects.toThrow(`The server at ${options.url} does not answer as Knote does.`);
});

it("calls nothing after it was aborted", async () => {
  const { service, options } = await setUp({});
  await using _ = service;
  const client = createServiceClient({ ...options, signal: AbortSignal.abort() });
  await expect(client.call(CALL)).rejects.toThrow("aborted");
  expect(service.calls).toEqual([]);
});

describe("an import", () => {
  const SUMMARY = { done: true, created: 1, exists: 0, linked: 1, failed: 0 };
  const replyOf = (...results: object[]) => ({ text: results.map((one) => `${JSON.stringify(one)}\n`).join("") });

  it("returns a result for each line", async () => {
    const results = [
      { line: 1, status: "created", id: "1" },
      { line: 2, status: "error", detail: "title is required." },
    ];
    const { service, client } = await setUp(replyOf(...results, SUMMARY));
    await using _ = service;
    expect(await client.importLines("eval:tiny", [{ note: {} }, { note: {} }])).toEqual(results);
    expect(service.calls).toEqual(["POST /api/workspace/import"]);
    expect(client.users()).toEqual(["eval:tiny"]);
  });

  it.each([
    ["stopped early", replyOf({ ...SUMMARY, done: false, detail: "The database is away." }), "The database is away."],
    ["has no summary", replyOf({ line: 1, status: "linked" }), "does not answer as Knote does."],
    ["is refused", { status: 413, body: { detail: "Too large." } }, "was answered with 413: Too large."],
  ])("fails when it %s", async (_name, reply, message) => {
    const { service, client } = await setUp(reply);
    await using _ = service;
    await expect(client.importLines("eval:tiny", [{ note: {} }])).rejects.toThrow(message);
  });
});
