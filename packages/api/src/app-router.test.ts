import { SCOPES, type Relation, type Scope } from "@knote/contract";
import { testServices, testUser, type Caller, type TestUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { PROCEDURES } from "./procedures.ts";

/** Data of one user; that user and others call the procedures on it. */
interface Graph {
  readonly operation: string;
  readonly webhook: string;
  /** Of the webhook; it has been sent. */
  readonly message: string;
  readonly id: string;
  readonly other: string;
  readonly existingLink: { readonly source_id: string; readonly target_id: string; readonly relation: Relation };
}

interface Row {
  readonly scope: Scope | null;
  readonly call: (api: Caller, graph: Graph) => Promise<unknown>;
  /** The result of the same call by another user; when absent, that of a new user. */
  readonly foreign?: "NOT_FOUND";
}

const HOOK_URL = "https://example.com/hook";

/** The row of a procedure on a webhook of the user. */
function ofWebhook(scope: Scope, call: (api: Caller, id: string, messageId: string) => Promise<unknown>): Row {
  return { scope, call: (api, { webhook, message }) => call(api, webhook, message), foreign: "NOT_FOUND" };
}

const NEW_NOTE = { title: "Zebras graze", content: "-", note_type: "fact" } as const;

const PRIVATE: Record<string, Row> = {
  "notes.create": { scope: "notes:write", call: (api) => api.notes.create(NEW_NOTE) },
  "notes.saveSynthesis": {
    scope: "notes:write",
    call: (api, { id, other }) => api.notes.saveSynthesis({ title: "New", content: "-", sources: [id, other] }),
  },
  "notes.check": {
    scope: "notes:read",
    call: (api, { id }) => api.notes.check({ id, title: "Bats hunt moths" }),
    foreign: "NOT_FOUND",
  },
  "notes.get": { scope: "notes:read", call: (api, { id }) => api.notes.get({ id }), foreign: "NOT_FOUND" },
  "notes.update": {
    scope: "notes:write",
    call: (api, { id }) => api.notes.update({ id, title: "New" }),
    foreign: "NOT_FOUND",
  },
  "notes.delete": {
    scope: "notes:write",
    call: (api, { id }) => api.notes.delete({ id, purge: true }),
    foreign: "NOT_FOUND",
  },
  "notes.restore": { scope: "notes:write", call: (api, { id }) => api.notes.restore({ id }), foreign: "NOT_FOUND" },
  "notes.list": { scope: "notes:read", call: (api) => api.notes.list({ q: "owls" }) },
  "notes.tags": { scope: "notes:read", call: (api) => api.notes.tags({ prefix: "bird" }) },
  "notes.history": { scope: "notes:read", call: (api, { id }) => api.notes.history({ id }), foreign: "NOT_FOUND" },
  "notes.suggestions": {
    scope: "notes:read",
    call: (api, { id }) => api.notes.suggestions({ id }),
    foreign: "NOT_FOUND",
  },
  "links.create": {
    scope: "notes:write",
    call: (api, { id, other }) => api.links.create({ source_id: id, target_id: other, relation: "extends" }),
    foreign: "NOT_FOUND",
  },
  "links.delete": {
    scope: "notes:write",
    call: (api, { existingLink }) => api.links.delete(existingLink),
    foreign: "NOT_FOUND",
  },
  "links.replace": {
    scope: "notes:write",
    call: (api, { existingLink }) =>
      api.links.replace({ from: existingLink, to: { ...existingLink, relation: "extends" } }),
    foreign: "NOT_FOUND",
  },
  "links.list": { scope: "notes:read", call: (api) => api.links.list({}) },
  "links.ofNote": { scope: "notes:read", call: (api, { id }) => api.links.ofNote({ id }), foreign: "NOT_FOUND" },
  "graph.stats": { scope: "notes:read", call: (api) => api.graph.stats() },
  "graph.snapshot": {
    scope: "notes:read",
    call: async (api) => await Array.fromAsync(await api.graph.snapshot({})),
  },
  "graph.health": { scope: "notes:read", call: (api) => api.graph.health() },
  "graph.shaking": { scope: "notes:read", call: (api) => api.graph.shaking({}) },
  "recall.askStream": { scope: "ask", call: (api) => api.recall.askStream({ query: "owls" }) },
  "recall.ask": { scope: "ask", call: (api) => api.recall.ask({ query: "owls" }) },
  "recall.recall": { scope: "notes:read", call: (api) => api.recall.recall({ query: "owls" }) },
  "recall.sources": { scope: "notes:read", call: (api, { id }) => api.recall.sources({ ids: [id] }) },
  "tend.waiting": { scope: "notes:read", call: (api) => api.tend.waiting() },
  "tend.embedder": { scope: "notes:read", call: (api) => api.tend.embedder() },
  "tend.indexing": { scope: "notes:read", call: (api) => api.tend.indexing() },
  "tend.contested": { scope: "notes:read", call: (api) => api.tend.contested({}) },
  "tend.orphans": { scope: "notes:read", call: (api) => api.tend.orphans({}) },
  "tend.near": { scope: "notes:read", call: (api) => api.tend.near({}) },
  "operations.list": { scope: "notes:read", call: (api) => api.operations.list({}) },
  "operations.merge": {
    scope: "notes:write",
    call: async (api, { id }) => api.operations.merge({ id, with: [(await api.notes.create(NEW_NOTE)).id] }),
    foreign: "NOT_FOUND",
  },
  "operations.split": {
    scope: "notes:write",
    call: (api, { id }) => api.operations.split({ id, parts: [NEW_NOTE, { ...NEW_NOTE, title: "Lions hunt" }] }),
    foreign: "NOT_FOUND",
  },
  "operations.undo": {
    scope: "notes:write",
    call: (api, { operation }) => api.operations.undo({ id: operation }),
    foreign: "NOT_FOUND",
  },
  "proposals.list": { scope: "notes:read", call: (api) => api.proposals.list({}) },
  "proposals.precision": { scope: "notes:read", call: (api) => api.proposals.precision() },
  // What names another user's notes is gone, as what names none.
  "proposals.decide": {
    scope: "notes:write",
    call: (api, { id, other }) => {
      const key = [id, other].toSorted().toReversed().join("~");
      return api.proposals.decide({ decisions: [{ key, decision: "reopen" }] });
    },
  },
  "proposals.propose": {
    scope: "notes:write",
    call: async (api, { id }) => {
      const { id: source_id } = await api.notes.create(NEW_NOTE);
      return await api.proposals.propose({ source_id, target_id: id, relation: "extends", by: "me" });
    },
    foreign: "NOT_FOUND",
  },
  "proposals.run": {
    scope: "notes:write",
    call: (api, { id }) => api.proposals.run({ note_ids: [id] }),
    foreign: "NOT_FOUND",
  },
  "looks.list": { scope: "notes:read", call: (api) => api.looks.list({}) },
  // What names another user's notes is left out, as what names none.
  "looks.add": { scope: "notes:write", call: (api) => api.looks.add({ looks: [] }) },
  "looks.remove": {
    scope: "notes:write",
    call: async (api, { id }) => {
      await api.looks.remove({ key: `orphan ${id}` });
      return null;
    },
  },
  "reviews.list": { scope: "notes:read", call: (api) => api.reviews.list({}) },
  "reviews.ofNote": { scope: "notes:read", call: (api, { id }) => api.reviews.ofNote({ id }), foreign: "NOT_FOUND" },
  "reviews.look": { scope: "notes:write", call: (api, { id }) => api.reviews.look({ id }), foreign: "NOT_FOUND" },
  "reviews.takeBack": {
    scope: "notes:write",
    call: (api, { id }) => api.reviews.takeBack({ id }),
    foreign: "NOT_FOUND",
  },
  "reviews.impact": { scope: "notes:read", call: (api, { id }) => api.reviews.impact({ id }), foreign: "NOT_FOUND" },
  "reviews.impactOfMany": {
    scope: "notes:read",
    call: (api, { id }) => api.reviews.impactOfMany({ ids: [id], if: "deleted" }),
  },
  "reviews.lookForAll": {
    scope: "notes:write",
    call: async (api, { id, other }) => {
      const { id: newer } = await api.notes.create(NEW_NOTE);
      await api.links.create({ source_id: newer, target_id: id, relation: "depends_on" });
      await api.links.create({ source_id: other, target_id: id, relation: "contradicts" });
      return await api.reviews.lookForAll({ id });
    },
    foreign: "NOT_FOUND",
  },
  "reviews.takeBackForAll": {
    scope: "notes:write",
    call: (api, { id }) => api.reviews.takeBackForAll({ id }),
    foreign: "NOT_FOUND",
  },
  "stances.ofNote": { scope: "notes:read", call: (api, { id }) => api.stances.ofNote({ id }), foreign: "NOT_FOUND" },
  "stances.set": {
    scope: "notes:write",
    call: (api, { id }) => api.stances.set({ id, confidence: 0.7 }),
    foreign: "NOT_FOUND",
  },
  "stances.recordOutcome": {
    scope: "notes:write",
    call: (api, { id }) => api.stances.recordOutcome({ id, outcome: "mixed" }),
    foreign: "NOT_FOUND",
  },
  "stances.withdrawOutcome": {
    scope: "notes:write",
    call: (api, { id }) => api.stances.withdrawOutcome({ id }),
    foreign: "NOT_FOUND",
  },
  "stances.decisions": { scope: "notes:read", call: (api) => api.stances.decisions({}) },
  "stances.calibration": { scope: "notes:read", call: (api) => api.stances.calibration({}) },
  "changes.list": { scope: "notes:read", call: (api) => api.changes.list({ since: "2026-01-01" }) },
  "activity.list": { scope: "notes:read", call: (api) => api.activity.list({}) },
  "webhooks.create": {
    scope: "webhooks",
    call: (api) => api.webhooks.create({ url: HOOK_URL, events: ["note.created"], secret: "a-secret" }),
  },
  "webhooks.list": { scope: "notes:read", call: (api) => api.webhooks.list() },
  "webhooks.get": ofWebhook("notes:read", (api, id) => api.webhooks.get({ id })),
  "webhooks.update": ofWebhook("webhooks", (api, id) => api.webhooks.update({ id, url: "https://example.org/" })),
  "webhooks.delete": ofWebhook("webhooks", (api, id) => api.webhooks.delete({ id })),
  "webhooks.rotate": ofWebhook("webhooks", (api, id) => api.webhooks.rotate({ id })),
  "webhooks.test": ofWebhook("webhooks", (api, id) => api.webhooks.test({ id })),
  "webhooks.deliveries": ofWebhook("notes:read", (api, id) => api.webhooks.deliveries({ id })),
  "webhooks.delivery": ofWebhook("notes:read", (api, id, message_id) => api.webhooks.delivery({ id, message_id })),
  "webhooks.resend": ofWebhook("webhooks", (api, id, message_id) => api.webhooks.resend({ id, message_id })),
  "webhooks.resendRange": ofWebhook("webhooks", (api, id) =>
    api.webhooks.resendRange({ id, since: "2026-01-01", until: "2027-01-01", result: "all" }),
  ),
  "quota.get": { scope: null, call: (api) => api.quota.get() },
};

const PUBLIC: Record<string, (api: Caller) => Promise<unknown>> = {
  "quota.pricing": (api) => api.quota.pricing(),
  "demo.graph": (api) => api.demo.graph(),
  "demo.ask": (api) => api.demo.ask({}),
  "health.check": (api) => api.health.check(),
};

const ROWS = Object.entries(PRIVATE);

describe("every procedure", () => {
  it("is listed in one of the two tables", () => {
    expect([...Object.keys(PRIVATE), ...Object.keys(PUBLIC)].toSorted()).toEqual([...PROCEDURES.keys()].toSorted());
  });

  it.each(ROWS)(
    "%s declares in its meta who may call, and whether it can return NOT_FOUND",
    (name, { scope, foreign }) => {
      const { access, errors } = PROCEDURES.get(name)!.meta;
      expect(access).toBe(scope ?? "token");
      expect(errors.includes("NOT_FOUND")).toBe(foreign === "NOT_FOUND");
    },
  );

  it.each(Object.entries(PUBLIC))("%s is open to anyone", async (_, call) => {
    await expect(call(testUser(testServices()).on({ actor: null }))).resolves.toBeDefined();
  });
});

describe("a private procedure", () => {
  it.each(ROWS)("%s requires a valid token", async (_, { call }) => {
    const { user, graph } = await setUp();
    await expectUntouched(user, () =>
      expect(call(user.on({ actor: null }), graph)).rejects.toMatchObject({ code: "UNAUTHORIZED" }),
    );
  });

  it.each(ROWS)("%s requires its scope, and no other", async (_, { scope, call }) => {
    const { user, graph } = await setUp();
    const others = new Set<string>(SCOPES.filter((one) => one !== scope));
    const without = user.on({ actor: { ...user.actor, scopes: others } });
    if (scope === null) await expect(call(without, graph)).resolves.toBeDefined();
    else
      await expectUntouched(user, () =>
        expect(call(without, graph)).rejects.toMatchObject({
          code: "FORBIDDEN",
          message: expect.stringContaining(scope),
        }),
      );
    const only = user.on({ actor: { ...user.actor, scopes: new Set(scope === null ? [] : [scope]) } });
    await call(only, graph);
  });

  it.each(ROWS)("%s checks the scope before it looks at the input", async (name, { scope }) => {
    const { user } = await setUp();
    const [noun, verb] = name.split(".") as [keyof Caller, never];
    const api = user.on({ actor: { ...user.actor, scopes: new Set() } });
    const call = (api[noun] as Record<string, (input: unknown) => Promise<unknown>>)[verb]!;
    if (scope !== null) await expect(call({ nonsense: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it.each(ROWS)("%s shows and changes nothing of another user's", async (_, { call, foreign }) => {
    const { services, user, graph } = await setUp();
    const stranger = testUser(services);
    if (foreign)
      await expectUntouched(user, () => expect(call(stranger.api, graph)).rejects.toMatchObject({ code: foreign }));
    else {
      const nobody = testUser(testServices());
      await expectUntouched(user, async () => {
        expect(withoutIds(await call(stranger.api, graph))).toEqual(withoutIds(await call(nobody.api, graph)));
      });
    }
  });

  it.each(ROWS.filter(([, row]) => row.foreign))(
    "%s gives the same answer for a foreign, an unknown and a malformed id",
    async (_, { call }) => {
      const { services, graph } = await setUp();
      const stranger = testUser(services);
      const refusals = [
        graph,
        elsewhere("0195cf6a-7c00-7000-8000-000000000000"),
        elsewhere("no id"),
        elsewhere(graph.id.toUpperCase()),
      ];
      const messages = await Promise.all(
        refusals.map((one) =>
          call(stranger.api, one).then(
            () => "went through",
            (error: Error) => error.message,
          ),
        ),
      );
      expect(new Set(messages).size).toBe(1);
      expect(messages[0]).toMatch(/^(Note|Link|Operation|Webhook) not found\.$/);
    },
  );
});

/** A user whose graph gives each call of the table something to find. */
async function setUp() {
  const services = testServices({ judge: { id: "test-judge", judge: async () => [] } });
  const user = testUser(services);
  const [owls, bats] = [
    await user.note("Owls hunt mice", { tags: ["birds"], note_type: "decision" }),
    await user.note("Bats hunt moths"),
  ];
  const existingLink = { source_id: owls.id, target_id: bats.id, relation: "contradicts" } as const;
  await user.api.links.create(existingLink);
  await user.api.recall.ask({ query: "What do owls hunt?" });
  const [one, same] = [await user.note("Foxes sleep"), await user.note("Foxes sleep by day")];
  const { operation } = await user.api.operations.merge({ id: one.id, with: [same.id] });
  const { webhook, message } = await hookWithMessage(user);
  const graph: Graph = { id: owls.id, other: bats.id, existingLink, operation, webhook, message };
  return { services, user, graph };
}

async function hookWithMessage({ api, ctx, actor }: TestUser) {
  const { storage, clock } = ctx;
  const { id: webhook } = await api.webhooks.create({ url: HOOK_URL, events: ["note.created"] });
  const message = `msg_${"0".repeat(32)}`;
  const timestamp = "2026-03-01T12:00:00.000Z";
  const tells = { event: "note.created", timestamp, noteIds: [], data: "{}", detail: "{}" } as const;
  await storage.webhooks.add(actor.userId, [{ id: message, ...tells }]);
  const [leasedWebhook] = await storage.webhooks.lease(1, clock.now(), clock.now() + 1);
  const outcome = { messageId: message, attempt: null, next: { result: "delivered", endedAt: clock.now() } } as const;
  await storage.webhooks.settle(leasedWebhook!, [outcome], { ...leasedWebhook!.webhook.standing, stops: null });
  await storage.webhooks.release(leasedWebhook!);
  return { webhook, message };
}

function elsewhere(id: string): Graph {
  const existingLink = { source_id: id, target_id: `${id}0`, relation: "contradicts" } as const;
  return { id, other: `${id}0`, existingLink, operation: id, webhook: id, message: `msg_${id}` };
}

/** Asserts that the work neither changes the user's data nor publishes to that user. */
async function expectUntouched({ api, eventsOf }: TestUser, work: () => Promise<unknown>): Promise<void> {
  const everything = async () => [
    await api.notes.list({}),
    await api.links.list({}),
    await api.graph.stats(),
    await api.quota.get(),
    await api.webhooks.list(),
  ];
  const before = await everything();
  expect(await eventsOf(work)).toEqual([]);
  expect(await everything()).toEqual(before);
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id"));
}
