import { LIMITS, PLANNED_EVENTS } from "@knote/contract";
import type { SecretOwner } from "@knote/api";
import { refusal } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { onEveryStorage, START } from "../testing/on-every-storage.ts";
import { startApp, type TestApp } from "../testing/start-app.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const URL = "https://example.com/hooks/knote";
const BODY = { url: URL, events: ["note.created"] };
const EVENTS = `event must be one of ${PLANNED_EVENTS.join(", ")}.`;
const SECRET = "secret must have 8 to 256 visible ASCII characters.";
const SECRET_KEY = "secret begins with whsec_ and must go on with the base64 of 24 to 64 bytes.";
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");

async function setUp(app: TestApp, tier: "free" | "student" | "pro" | "agent" = "free") {
  await app.services.storage.users.setTier("ada", tier);
  const ada = await app.user("ada");
  const create = (fields: object = {}) => ada.send("POST /api/webhooks", { json: { ...BODY, ...fields } });
  const send = (request: string, json?: object) => ada.send(request, json && { json });
  return { ada, create, send, id: async (fields: object = {}) => (await create(fields)).body.id as string };
}

describe("registering a webhook", () => {
  it("answers with the webhook and the secret that Knote made, once, and calls nobody", async () => {
    await using app = await startApp();
    const { create, send } = await setUp(app);
    const { status, body } = await create();
    expect(status).toBe(201);
    const { secret, ...webhook } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "",
      url: URL,
      events: ["note.created"],
      payload: "documented",
      active: true,
      stopped_because: null,
      failing_since: null,
      waiting: 0,
      last_delivered_at: null,
      previous_secret_until: null,
      made_with: "sign-in",
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    });
    const list = await send("GET /api/webhooks");
    expect(list.body).toEqual({ webhooks: [webhook] });
    expect((await send(`GET /api/webhooks/${webhook.id}`)).body).toEqual(webhook);
    expect(list.text + (await send(`PUT /api/webhooks/${webhook.id}`, { name: "mine" })).text).not.toContain(secret);
    expect(app.services.outlet.transport.attempts).toEqual([]);
    expect(app.logLines.join("\n")).not.toContain(secret);
  });

  it("takes the documented body, keeps the secret to itself and makes another each time", async () => {
    await using app = await startApp();
    const { create } = await setUp(app);
    const { status, body, text } = await create({ secret: "my own secret".replaceAll(" ", "-") });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty("secret");
    expect(text).not.toContain("my-own-secret");
    const [one, two] = [await create(), await create()];
    expect(one.body.secret).not.toBe(two.body.secret);
  });

  it("lists each event once, and takes a name and the detailed payload", async () => {
    await using app = await startApp();
    const { create } = await setUp(app);
    const events = ["quota.warning", "note.created", "quota.warning"];
    const { body } = await create({ events, name: " My receiver ", payload: "detailed" });
    expect(body).toMatchObject({ events: ["note.created", "quota.warning"], name: "My receiver", payload: "detailed" });
  });

  it.each<[fields: object, path: string, message: string]>([
    [{ url: undefined }, "url", "url is required."],
    [{ url: 1 }, "url", "url must be a string."],
    [
      { url: "https://hooks.private/" },
      "url",
      "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW.",
    ],
    [{ events: undefined }, "events", "events must be an array of event names."],
    [{ events: "note.created" }, "events", "events must be an array of event names."],
    [{ events: [] }, "events", "events must name at least one event."],
    [{ events: ["note.deleted"] }, "events.0", EVENTS],
    [{ events: ["note.created", 1] }, "events.1", EVENTS],
    [{ secret: 1 }, "secret", SECRET],
    [{ secret: "1234567" }, "secret", SECRET],
    [{ secret: "s".repeat(257) }, "secret", SECRET],
    [{ secret: "with blank" }, "secret", SECRET],
    [{ secret: "schlüssel" }, "secret", SECRET],
    [{ secret: `whsec_${base64(23)}` }, "secret", SECRET_KEY],
    [{ secret: `whsec_${base64(65)}` }, "secret", SECRET_KEY],
    [{ secret: "whsec_not!base64" }, "secret", SECRET_KEY],
    [{ payload: "short" }, "payload", "payload must be documented or detailed."],
    [{ name: "n".repeat(101) }, "name", "name must have at most 100 characters."],
  ])("refuses %j", async (fields, path, message) => {
    await using app = await startApp();
    const { create, send } = await setUp(app);
    const { status, body } = await create(fields);
    expect([status, body.issues]).toEqual([422, [{ path, message }]]);
    expect((await send("GET /api/webhooks")).body).toEqual({ webhooks: [] });
  });

  it.each(["12345678", "s".repeat(256), `whsec_${base64(24)}`, `whsec_${base64(64)}`, "whsecret"])(
    "takes the secret %s",
    async (secret) => {
      await using app = await startApp();
      const { create } = await setUp(app);
      expect((await create({ secret })).status).toBe(201);
    },
  );

  it.each([
    ["free", 3],
    ["student", 5],
    ["pro", 20],
    ["agent", 50],
  ] as const)("the tier %s allows %i", async (tier, most) => {
    await using app = await startApp();
    const { create, send } = await setUp(app, tier);
    for (let count = 0; count < most; count++) expect((await create()).status).toBe(201);
    const { status, body } = await create();
    expect([status, body]).toEqual([
      409,
      {
        detail: `You have ${most} webhooks, as many as the tier ${tier} allows. Delete one or upgrade your tier.`,
      },
    ]);
    expect((await send("GET /api/webhooks")).body.webhooks).toHaveLength(most);
    const grace = await app.user("grace");
    expect((await grace.send("POST /api/webhooks", { json: BODY })).status).toBe(201);
  });

  it("takes no Idempotency-Key, whose kept answer would keep the secret", async () => {
    await using app = await startApp();
    const { ada } = await setUp(app);
    const headers = { "Idempotency-Key": "a-key" };
    const one = await ada.send("POST /api/webhooks", { json: BODY, headers });
    const two = await ada.send("POST /api/webhooks", { json: BODY, headers });
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).not.toBe(one.body.id);
    expect(two.headers["idempotency-replayed"]).toBeUndefined();
  });

  it("is refused where no key seals secrets", async () => {
    await using app = await startApp();
    const services = { ...app.services, outlet: { ...app.services.outlet, secretBox: null } };
    await using bare = await startApp({ services });
    const { create } = await setUp(bare);
    const { status, body } = await create();
    expect([status, body]).toEqual([
      503,
      { detail: "Webhooks are not set up here: the operator has to set SECRETS_KEY." },
    ]);
  });
});

onEveryStorage((start) => {
  describe("a webhook", () => {
    it("is changed field by field", async () => {
      await using app = await start();
      const { send, id } = await setUp(app);
      const path = `PUT /api/webhooks/${await id()}`;
      app.services.clock.advance(1_000);
      expect((await send(path, { url: "https://example.com/two" })).body).toMatchObject({
        url: "https://example.com/two",
        events: ["note.created"],
        updated_at: new Date(START + 1_000).toISOString(),
      });
      expect((await send(path, { events: ["note.updated"], payload: "detailed", name: "two" })).body).toMatchObject({
        url: "https://example.com/two",
        events: ["note.updated"],
        payload: "detailed",
        name: "two",
      });
      expect((await send(path, { url: "https://hooks.private/" })).status).toBe(422);
      expect((await send(path, { active: "no" })).body.issues).toEqual([
        { path: "active", message: "active must be true or false." },
      ]);
      expect((await send(path, { events: [] })).status).toBe(422);
      expect((await send(path, {})).body).toMatchObject({ url: "https://example.com/two", name: "two" });
    });

    it("is stopped and started by its owner", async () => {
      await using app = await start();
      const { send, id } = await setUp(app);
      const path = `PUT /api/webhooks/${await id()}`;
      expect((await send(path, { active: false })).body).toMatchObject({ active: false, stopped_because: "owner" });
      expect((await send(path, { active: false })).body).toMatchObject({ active: false, stopped_because: "owner" });
      expect((await send(path, { active: true })).body).toMatchObject({ active: true, stopped_because: null });
    });

    it("that stopped by itself keeps the reason when its owner stops it, too", async () => {
      await using app = await start();
      const { send, id } = await setUp(app);
      const webhook = await id();
      await app.services.storage.webhooks.change("ada", webhook, { stopped: "gone", updatedAt: 0 });
      const { body } = await send(`PUT /api/webhooks/${webhook}`, { active: false });
      expect(body).toMatchObject({ active: false, stopped_because: "gone" });
    });

    it("is started only while the tier allows another active one", async () => {
      await using app = await start();
      const { send, id } = await setUp(app, "student");
      const ids = [await id(), await id(), await id(), await id()];
      await send(`PUT /api/webhooks/${ids[3]}`, { active: false });
      await app.services.storage.users.setTier("ada", "free");
      const startLast = () => send(`PUT /api/webhooks/${ids[3]}`, { active: true });
      const { status, body } = await startLast();
      expect([status, body]).toEqual([
        409,
        { detail: "The tier free allows 3 active webhooks. Stop one or upgrade your tier." },
      ]);
      await send(`PUT /api/webhooks/${ids[0]}`, { active: false });
      expect((await startLast()).body).toMatchObject({ active: true });
    });

    it("is deleted with its deliveries", async () => {
      await using app = await start();
      const { send, id } = await setUp(app);
      const webhook = await id();
      expect((await send(`DELETE /api/webhooks/${webhook}`)).status).toBe(204);
      expect((await send(`DELETE /api/webhooks/${webhook}`)).status).toBe(404);
      expect((await send("GET /api/webhooks")).body).toEqual({ webhooks: [] });
    });

    const range = { since: "2026-01-01T00:00:00Z", until: "2027-01-01T00:00:00Z" };
    it.each<[request: string, json?: object]>([
      ["GET /api/webhooks/{id}"],
      ["PUT /api/webhooks/{id}", { active: false }],
      ["DELETE /api/webhooks/{id}"],
      ["POST /api/webhooks/{id}/rotate", {}],
      ["POST /api/webhooks/{id}/test", {}],
      ["GET /api/webhooks/{id}/deliveries"],
      ["GET /api/webhooks/{id}/deliveries/msg_1"],
      ["POST /api/webhooks/{id}/deliveries/msg_1/resend"],
      ["POST /api/webhooks/{id}/resend", range],
    ])("of nobody or of another user is not found: %s", async (request, json) => {
      await using app = await start();
      const { send, id } = await setUp(app);
      const grace = await app.user("grace");
      const foreign = (await grace.send("POST /api/webhooks", { json: BODY })).body;
      for (const one of [foreign.id, "0195cf6a-7c00-7000-8000-000000000001", "x", "%E2%98%83", "__proto__"]) {
        const { status, body } = await send(request.replace("{id}", one), json);
        expect([one, status, body]).toEqual([one, 404, { detail: "Webhook not found." }]);
      }
      const { secret: _, ...webhook } = foreign;
      expect((await grace.send(`GET /api/webhooks/${foreign.id}`)).body).toEqual(webhook);
      expect(app.services.outlet.transport.attempts).toEqual([]);
      await id();
    });
  });
});

describe("who may", () => {
  it("an access token that may write notes may manage webhooks, and one that may read sees them", async () => {
    await using app = await startApp();
    const { id } = await setUp(app);
    const webhook = await id();
    const reader = await app.user("ada", { scope: "notes:read" });
    expect((await reader.send("GET /api/webhooks")).body.webhooks).toHaveLength(1);
    for (const [request, json] of [
      ["POST /api/webhooks", BODY],
      [`PUT /api/webhooks/${webhook}`, { active: false }],
      [`POST /api/webhooks/${webhook}/test`, {}],
      [`POST /api/webhooks/${webhook}/rotate`, {}],
      [`POST /api/webhooks/${webhook}/deliveries/msg_1/resend`, undefined],
      [`DELETE /api/webhooks/${webhook}`, undefined],
    ] as const) {
      const { status, body } = await reader.send(request, json && { json });
      expect([request, status, body]).toEqual([
        request,
        403,
        { detail: "This token does not carry the scope webhooks." },
      ]);
    }
    const writer = await app.user("ada", { scope: "notes:write" });
    expect((await writer.send(`DELETE /api/webhooks/${webhook}`)).status).toBe(204);
    expect((await app.send("GET /api/webhooks")).status).toBe(401);
  });

  it("a personal token may only if it was made with the scope, and stands at what it made", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const tokenOf = async (name: string, scopes: readonly string[]) =>
      (await browser.send("POST /auth/tokens", { json: { name, scopes } })).body.token as string;
    const [writer, hooks] = [
      await tokenOf("writer", ["notes:read", "notes:write"]),
      await tokenOf("hooks", ["webhooks"]),
    ];
    const create = (token: string) => app.send("POST /api/webhooks", { token, json: BODY });
    expect((await create(writer)).status).toBe(403);
    const { status, body } = await create(hooks);
    expect([status, body.made_with]).toEqual([201, "token: hooks"]);
  });
});

describe("a new secret", () => {
  it("signs at once, and the earlier one too for a while", async () => {
    await using app = await startApp();
    const { id } = await setUp(app);
    // Tokens end before secrets do.
    const send = async (request: string, json?: object) => (await app.user("ada")).send(request, json && { json });
    const webhook = await id({ secret: "the-first-one" });
    const rotate = (json: object) => send(`POST /api/webhooks/${webhook}/rotate`, json);
    const secrets = async () => {
      await send(`POST /api/webhooks/${webhook}/test`, {});
      return app.services.outlet.transport.attempts.at(-1)!.secrets;
    };
    const one = await rotate({ secret: "the-second-one" });
    expect([one.status, one.body]).toEqual([200, { previous_secret_until: "2026-03-02T12:00:00.000Z" }]);
    expect(await secrets()).toEqual({ current: "the-second-one", previous: "the-first-one" });
    expect((await send(`GET /api/webhooks/${webhook}`)).body.previous_secret_until).toBe("2026-03-02T12:00:00.000Z");
    app.services.clock.advance(24 * 3_600_000);
    expect(await secrets()).toEqual({ current: "the-second-one", previous: null });
    expect((await send(`GET /api/webhooks/${webhook}`)).body.previous_secret_until).toBeNull();
    const two = await rotate({ overlap_hours: 0 });
    expect(two.body).toEqual({ secret: expect.stringMatching(/^whsec_/), previous_secret_until: null });
    expect(await secrets()).toEqual({ current: two.body.secret, previous: null });
    expect((await rotate({ overlap_hours: 168 })).body.previous_secret_until).toBe("2026-03-09T12:00:00.000Z");
  });

  it.each([-1, 169, 1.5, "24"])("refuses an overlap of %j hours", async (overlap_hours) => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const { status, body } = await send(`POST /api/webhooks/${await id()}/rotate`, { overlap_hours });
    const message = "overlap_hours must be a whole number from 0 to 168.";
    expect([status, body.issues]).toEqual([422, [{ path: "overlap_hours", message }]]);
  });
});

it("a secret that an earlier key sealed is sealed anew with the next change, and stays the same secret", async () => {
  await using app = await startApp();
  const { secretBox } = app.services.outlet;
  const seal = (secret: string, owner: SecretOwner) => `new ${secretBox!.seal(secret, owner)}`;
  const open = (sealedText: string, owner: SecretOwner) => secretBox!.open(sealedText.replace(/^new /, ""), owner);
  const newBox = { seal, open, isCurrent: (sealedText: string) => sealedText.startsWith("new ") };
  const services = { ...app.services, outlet: { ...app.services.outlet, secretBox: newBox } };
  await using later = await startApp({ services });
  const { id } = await setUp(app);
  const { send } = await setUp(later);
  const webhook = await id({ secret: "the-first-one" });
  const sealedText = async () => (await app.services.storage.webhooks.get("ada", webhook))!.secret;
  expect(await sealedText()).not.toMatch(/^new /);
  await send(`PUT /api/webhooks/${webhook}`, { name: "mine" });
  const sealedAnew = await sealedText();
  expect(sealedAnew).toMatch(/^new /);
  await send(`PUT /api/webhooks/${webhook}`, { name: "still mine" });
  expect(await sealedText()).toBe(sealedAnew);
  await send(`POST /api/webhooks/${webhook}/test`, {});
  expect(app.services.outlet.transport.attempts[0]!.secrets.current).toBe("the-first-one");
});

describe("a test", () => {
  it("sends a made-up note at once, and is kept nowhere", async () => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const webhook = await id({ events: ["note.updated", "note.created"], payload: "detailed" });
    app.services.outlet.transport.follow(() => ({ ...refusal(500, "3"), ms: 41 }));
    const { status, body } = await send(`POST /api/webhooks/${webhook}/test`, {});
    expect([status, body]).toEqual([
      200,
      {
        number: 1,
        at: "2026-03-01T12:00:00.000Z",
        by: "test",
        ms: 41,
        status: 500,
        error: null,
        response: { content_type: "text/plain", retry_after: "3", excerpt: "no" },
      },
    ]);
    const [attempt] = app.services.outlet.transport.attempts;
    expect(attempt).toMatchObject({ url: URL, number: 1, isTest: true, message: { event: "note.created" } });
    expect(JSON.parse(attempt!.message.unsignedBody)).toEqual({
      event: "note.created",
      timestamp: "2026-03-01T12:00:00.000Z",
      data: { id: expect.any(String), title: "This is a test of Knote's webhooks", note_type: "fact" },
      type: "note.created",
      detail: expect.objectContaining({ state: "active" }),
    });
    expect((await send(`GET /api/webhooks/${webhook}/deliveries`)).body).toEqual({ deliveries: [] });
    expect((await send(`GET /api/webhooks/${webhook}`)).body).toMatchObject({ waiting: 0, failing_since: null });
  });

  it.each(PLANNED_EVENTS)("can be of %s, whatever the webhook wants, and of a stopped one", async (event) => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const webhook = await id();
    await send(`PUT /api/webhooks/${webhook}`, { active: false });
    const { body } = await send(`POST /api/webhooks/${webhook}/test`, { event });
    expect(body).toMatchObject({ status: 204, error: null });
    expect(app.services.outlet.transport.attempts[0]!.message.event).toBe(event);
  });

  it("names why nothing came back", async () => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    app.services.outlet.transport.follow(() => ({ outcome: "blocked", status: null }));
    const { body } = await send(`POST /api/webhooks/${await id()}/test`, {});
    expect(body).toMatchObject({ status: null, error: "blocked", response: null });
  });

  it("is refused for an unknown event, and from the eleventh in a minute", async () => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const webhook = await id();
    const test = (json: object = {}) => send(`POST /api/webhooks/${webhook}/test`, json);
    expect((await test({ event: "note.deleted" })).body.issues).toEqual([{ path: "event", message: EVENTS }]);
    for (let count = 0; count < LIMITS.webhookTestsPerMinute; count++) expect((await test()).status).toBe(200);
    const { status, body, headers } = await test();
    expect([status, body]).toEqual([429, { detail: "Too many tests; try again in a minute." }]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(app.services.outlet.transport.attempts).toHaveLength(10);
    const typedAnswer = await send("POST /trpc/webhooks.test", { id: webhook });
    expect([typedAnswer.status, typedAnswer.body.error.message]).toEqual([
      429,
      "Too many tests; try again in a minute.",
    ]);
  });

  it("is refused where nothing is sent", async () => {
    await using app = await startApp();
    const services = { ...app.services, outlet: { ...app.services.outlet, isSending: false } };
    await using quiet = await startApp({ services });
    const { send, id } = await setUp(quiet);
    const { status, body } = await send(`POST /api/webhooks/${await id()}/test`, {});
    expect([status, body]).toEqual([503, { detail: "This server sends no webhooks: WEBHOOK_AT_ONCE is 0 here." }]);
  });

  it("needs a secret that can be opened", async () => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const webhook = await id();
    const secret = app.services.outlet.secretBox!.seal("another", { userId: "grace", webhookId: webhook });
    await app.services.storage.webhooks.change("ada", webhook, { secret, updatedAt: 0 });
    const { status, body } = await send(`POST /api/webhooks/${webhook}/test`, {});
    expect([status, body]).toEqual([
      409,
      { detail: "The secret of this webhook can no longer be decrypted; rotate it first." },
    ]);
  });

  it("two of a user run at a time; another user has places", async () => {
    await using app = await startApp();
    const { send, id } = await setUp(app);
    const grace = await app.user("grace");
    const foreign = (await grace.send("POST /api/webhooks", { json: BODY })).body.id;
    const webhook = await id();
    const { transport } = app.services.outlet;
    transport.hold();
    const test = () => send(`POST /api/webhooks/${webhook}/test`, {});
    const two = [test(), test()];
    await expect.poll(() => transport.underWay).toBe(2);
    expect((await test()).status).toBe(503);
    const other = grace.send(`POST /api/webhooks/${foreign}/test`, { json: {} });
    await expect.poll(() => transport.underWay).toBe(3);
    transport.release();
    expect((await Promise.all([...two, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("has one of 32 places of all users", async () => {
    await using app = await startApp();
    const { transport } = app.services.outlet;
    transport.hold();
    const testOf = async (name: string) => {
      const user = await app.user(name);
      const { id } = (await user.send("POST /api/webhooks", { json: BODY })).body;
      return () => user.send(`POST /api/webhooks/${id}/test`, { json: {} });
    };
    const tests = await Promise.all(Array.from({ length: 16 }, (_, index) => testOf(`user${index}`)));
    const running = tests.flatMap((test) => [test(), test()]);
    await expect.poll(() => transport.underWay).toBe(32);
    const stranger = await testOf("stranger");
    expect((await stranger()).status).toBe(503);
    transport.release();
    expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stranger()).status).toBe(200);
  });
});
