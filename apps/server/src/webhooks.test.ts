import { eventually, openReceiver, startServerProcess } from "@knote/testkit";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";

const ENV = { WEBHOOK_ALLOW: "localhost", DEFAULT_TIER: "agent" };

type Server = Awaited<ReturnType<typeof startServerProcess>>;

async function userOf(server: Server, sub = "github:1") {
  const token = await server.token(sub);
  return async (request: string, json?: object) => {
    const [method, path] = request.split(" ") as [string, string];
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await fetch(server.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
    const text = await answer.text();
    const body: any = text === "" ? null : JSON.parse(text);
    return { status: answer.status, text, body };
  };
}

const note = (title: string) => ({ title, content: "-", note_type: "fact" });

it("sends what the libraries of Standard Webhooks and Svix verify, once for each event, from the real server", async () => {
  await using receiver = await openReceiver();
  await using server = await startServerProcess({ env: ENV });
  const send = await userOf(server);
  const events = ["note.created", "note.updated", "note.contested", "link.created", "recall.query"];
  const { body: webhook } = await send("POST /api/webhooks", { url: receiver.url, events, payload: "detailed" });
  const { body: own } = await send("POST /api/webhooks", { url: receiver.url, events, secret: "a-secret-of-my-own" });
  const owls = (await send("POST /api/workspace/notes", note("Owls hunt at night"))).body.id;
  const doubt = (await send("POST /api/workspace/notes", note("Owls hunt by day"))).body.id;
  await send(`PUT /api/workspace/notes/${owls}`, { tags: ["birds"] });
  await send("POST /api/workspace/links", { source_id: doubt, target_id: owls, relation: "contradicts" });
  await send("POST /api/ask", { query: "When do owls hunt?" });
  await eventually(() => expect(receiver.requests).toHaveLength(12));
  const verifiers = [
    [new StandardWebhook(webhook.secret), new SvixWebhook(webhook.secret)],
    [new StandardWebhook("a-secret-of-my-own", { format: "raw" })],
  ] as const;
  const verifiedBy = receiver.requests.map(({ headers, raw }) =>
    verifiers.map((ofOne) => ofOne.every((verifier) => isVerified(verifier, raw, headers as Record<string, string>))),
  );
  expect(verifiedBy.filter(([first, second]) => first && !second)).toHaveLength(6);
  expect(verifiedBy.filter(([first, second]) => !first && second)).toHaveLength(6);
  const detailedBodies = receiver.requests.filter((_, index) => verifiedBy[index]![0]).map(({ body }) => body);
  expect(detailedBodies.map(({ event, data }) => [event, data]).toSorted()).toEqual(
    [
      ["note.created", { id: owls, title: "Owls hunt at night", note_type: "fact" }],
      ["note.created", { id: doubt, title: "Owls hunt by day", note_type: "fact" }],
      ["note.updated", { id: owls, title: "Owls hunt at night", note_type: "fact" }],
      ["link.created", { id: doubt, title: "Owls hunt by day", note_type: "fact" }],
      ["note.contested", { id: owls, title: "Owls hunt at night", note_type: "fact" }],
      ["recall.query", { id: null, title: "When do owls hunt?", note_type: null }],
    ].toSorted(),
  );
  expect(detailedBodies.every(({ type, event }) => type === event)).toBe(true);
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(6);
  expect((await send(`GET /api/webhooks/${own.id}/deliveries?result=delivered`)).body.deliveries).toHaveLength(6);
  expect(server.output()).not.toContain(webhook.secret);
});

it("sends how much of a month's questions is used, at 80 % and at the end, from the real server", async () => {
  await using receiver = await openReceiver();
  await using server = await startServerProcess({ env: { ...ENV, DEFAULT_TIER: "free" } });
  const send = await userOf(server);
  const events = ["quota.warning", "quota.exceeded"];
  const { body: webhook } = await send("POST /api/webhooks", { url: receiver.url, events });
  for (let count = 0; count < 50; count++)
    expect((await send("POST /api/ask", { query: "When do owls hunt?" })).status).toBe(200);
  expect((await send("POST /api/ask", { query: "When do owls hunt?" })).status).toBe(429);
  await eventually(async () =>
    expect((await send(`GET /api/webhooks/${webhook.id}`)).body).toMatchObject({ waiting: 0 }),
  );
  const none = { id: null, note_type: null };
  expect(receiver.requests.map(({ body: { event, data } }) => [event, data])).toEqual([
    ["quota.warning", { ...none, title: "40 of 50 queries of this month are used." }],
    ["quota.exceeded", { ...none, title: "All 50 queries of this month are used." }],
  ]);
  const verifier = new StandardWebhook(webhook.secret);
  expect(
    receiver.requests.every(({ raw, headers }) => isVerified(verifier, raw, headers as Record<string, string>)),
  ).toBe(true);
});

it("makes the attempt again that a kill cut off, with the same id, after a restart", async () => {
  let isOpen = false;
  await using receiver = await openReceiver((_, response) => void (isOpen && response.writeHead(204).end()));
  await using server = await startServerProcess({ env: ENV });
  const send = await userOf(server);
  const { body: webhook } = await send("POST /api/webhooks", { url: receiver.url, events: ["note.created"] });
  await send("POST /api/workspace/notes", note("Owls hunt at night"));
  await eventually(() => expect(receiver.requests).toHaveLength(1));
  await server.kill("SIGKILL");
  isOpen = true;
  await server.restart();
  const again = await userOf(server);
  await eventually(async () =>
    expect((await again(`GET /api/webhooks/${webhook.id}/deliveries`)).body.deliveries).toMatchObject([
      { result: "delivered", attempts: 1 },
    ]),
  );
  const [one, two] = receiver.requests;
  expect(receiver.requests).toHaveLength(2);
  expect(two!.headers["webhook-id"]).toBe(one!.headers["webhook-id"]);
  expect(two!.raw.equals(one!.raw)).toBe(true);
});

it("stops in order: a stop signal ends attempts that hang, and the next start makes them again", async () => {
  await using receiver = await openReceiver(() => undefined);
  await using server = await startServerProcess({ env: ENV });
  const send = await userOf(server);
  await send("POST /api/webhooks", { url: receiver.url, events: ["note.created"] });
  await send("POST /api/workspace/notes", note("Owls hunt at night"));
  await eventually(() => expect(receiver.requests).toHaveLength(1));
  expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  await server.restart();
  await eventually(() => expect(receiver.requests).toHaveLength(2));
});

describe("an address that may not be called", () => {
  const HTTP = "url must begin with https://; http is for hosts that WEBHOOK_ALLOW names.";
  const PUBLIC = "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW.";
  const NO_ADDRESS = "url must be an address such as https://example.com/hooks/knote.";

  it("is refused with its reason, and nothing is called", async () => {
    await using trap = await openReceiver();
    await using server = await startServerProcess();
    const send = await userOf(server);
    for (const [url, message] of [
      ["x".repeat(2_001), "url must have at most 2,000 characters."],
      ["example.com", NO_ADDRESS],
      ["ftp://example.com/", NO_ADDRESS],
      [trap.url, HTTP],
      ["https://user@example.com/", "url must hold no user name, password or fragment."],
      ["https://example.com/#here", "url must hold no user name, password or fragment."],
      ["https://example.com:22/", "url must use port 80, 443 or one from 1024 on."],
      [trap.url.replace("http:", "https:"), PUBLIC],
      [`https://127.0.0.1:${trap.port}/`, PUBLIC],
      ["https://2130706433/", PUBLIC],
      ["https://printer.local/", PUBLIC],
    ] as const) {
      const { status, body } = await send("POST /api/webhooks", { url, events: ["note.created"] });
      expect([url, status, body.issues]).toEqual([url, 422, [{ path: "url", message }]]);
    }
    expect(trap.requests).toEqual([]);
  });
});

it("a server with WEBHOOK_AT_ONCE=0 keeps what waits and calls nobody", async () => {
  await using receiver = await openReceiver();
  await using server = await startServerProcess({ env: { ...ENV, WEBHOOK_AT_ONCE: "0" } });
  const send = await userOf(server);
  const { body: webhook } = await send("POST /api/webhooks", { url: receiver.url, events: ["note.created"] });
  await send("POST /api/workspace/notes", note("Owls hunt at night"));
  expect((await send(`POST /api/webhooks/${webhook.id}/test`, {})).status).toBe(503);
  expect((await send(`GET /api/webhooks/${webhook.id}`)).body.waiting).toBe(1);
  expect(receiver.requests).toEqual([]);
  await server.restart(ENV);
  await eventually(() => expect(receiver.requests).toHaveLength(1));
});

function isVerified(verifier: StandardWebhook | SvixWebhook, raw: Buffer, headers: Record<string, string>): boolean {
  try {
    verifier.verify(raw, headers);
    return true;
  } catch {
    return false;
  }
}
