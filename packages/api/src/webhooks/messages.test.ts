import { PLANNED_EVENTS, type PlannedEvent } from "@knote/contract";
import { freshId, testServices, testUser, type TestUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { Services } from "../context.ts";
import { demoAsk } from "../demo/demo-ask.ts";
import type { ImportEntry } from "../import/import-entry.ts";
import { importLines } from "../import/import-lines.ts";
import type { NewMessage } from "../ports/notice.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const RESET = "2026-04-01T00:00:00.000Z";

it("reports a new note", async () => {
  const user = await givenReceiver();
  const note = await user.note("Owls hunt at night", { tags: ["birds"], importance: 0.7 });
  expect(await read(user)).toEqual([
    {
      ...{ event: "note.created", timestamp: NOW, noteIds: [note.id] },
      data: `{"id":"${note.id}","title":"Owls hunt at night","note_type":"fact"}`,
      detail: { state: "active", tags: ["birds"], importance: 0.7, revision: 1, updated_at: NOW },
    },
  ]);
});

it("reports what a revision changed, also of the archive flag, and nothing for an update without effect", async () => {
  const user = await givenReceiver(["note.updated"]);
  const { id } = await user.note("Owls hunt at night");
  await user.api.notes.update({ id, title: "Owls hunt by day", tags: ["birds"] });
  await user.api.notes.update({ id, title: "Owls hunt by day" });
  await user.api.notes.update({ id, state: "archived" });
  const [archivedNote, revisionMessage] = await read(user);
  expect(revisionMessage).toEqual({
    ...{ event: "note.updated", timestamp: NOW, noteIds: [id] },
    data: `{"id":"${id}","title":"Owls hunt by day","note_type":"fact"}`,
    detail: {
      ...{ state: "active", tags: ["birds"], importance: 0.5, revision: 2, updated_at: NOW },
      changed: ["title", "tags"],
    },
  });
  expect(archivedNote).toMatchObject({ detail: { state: "archived", revision: 3, changed: ["archived"] } });
  expect(await read(user)).toHaveLength(2);
});

it("reports a revision with the state that its links give it", async () => {
  const user = await givenReceiver(["note.updated"]);
  const [older, newer] = [await user.note("Owls hunt at night"), await user.note("Owls hunt by day")];
  await user.link(newer, "supersedes", older);
  await user.api.notes.update({ id: older.id, importance: 0.1 });
  expect(await read(user)).toMatchObject([{ detail: { state: "superseded", changed: ["importance"] } }]);
});

it("reports a new link with its source", async () => {
  const user = await givenReceiver(["link.created", "note.contested"]);
  const [source, target] = [await user.note("Owls hunt at night"), await user.note("Owls eat mice")];
  await user.link(source, "extends", target);
  expect(await read(user)).toEqual([
    {
      ...{ event: "link.created", timestamp: NOW, noteIds: [source.id, target.id] },
      data: `{"id":"${source.id}","title":"Owls hunt at night","note_type":"fact"}`,
      detail: { source_id: source.id, target_id: target.id, relation: "extends", created_at: NOW },
    },
  ]);
});

it("reports the target of a contradiction right after the link", async () => {
  const user = await givenReceiver(["link.created", "note.contested"]);
  const [source, target] = [await user.note("Owls hunt by day"), await user.note("Owls hunt at night")];
  await user.link(source, "contradicts", target);
  const [contestMessage, linkMessage] = await read(user);
  expect(linkMessage).toMatchObject({ event: "link.created", detail: { relation: "contradicts" } });
  expect(contestMessage).toEqual({
    ...{ event: "note.contested", timestamp: NOW, noteIds: [source.id, target.id] },
    data: `{"id":"${target.id}","title":"Owls hunt at night","note_type":"fact"}`,
    detail: { by: { id: source.id, title: "Owls hunt by day", note_type: "fact" } },
  });
});

it("reports no contest when the source is archived or superseded", async () => {
  const user = await givenReceiver(["note.contested"]);
  const notes = await Promise.all(["One", "Two", "Three"].map((title) => user.note(`${title} is a number`)));
  const [archivedNote, supersededNote, target] = [notes[0]!, notes[1]!, notes[2]!];
  await user.api.notes.update({ id: archivedNote.id, state: "archived" });
  await user.link(target, "supersedes", supersededNote);
  await user.link(archivedNote, "contradicts", target);
  await user.link(supersededNote, "contradicts", target);
  expect(await read(user)).toEqual([]);
});

it("reports no contest that follows from a removed link or a restored note", async () => {
  const user = await givenReceiver();
  const [source, newer, target] = [await user.note("One"), await user.note("Two"), await user.note("Three")];
  const replacement = { source_id: newer.id, target_id: source.id, relation: "supersedes" } as const;
  await user.api.links.create(replacement);
  await user.link(source, "contradicts", target);
  const before = (await read(user)).length;
  await user.api.links.delete(replacement);
  expect(await user.api.notes.get({ id: target.id })).toMatchObject({ state: "contested" });
  await user.api.notes.delete({ id: source.id, purge: false });
  await user.api.notes.restore({ id: source.id });
  expect(await user.api.notes.get({ id: target.id })).toMatchObject({ state: "contested" });
  expect(await read(user)).toHaveLength(before);
});

it("reports a link that takes another's place", async () => {
  const user = await givenReceiver(["link.created", "note.contested"]);
  const [source, target] = [await user.note("Owls hunt by day"), await user.note("Owls hunt at night")];
  const ends = { source_id: source.id, target_id: target.id };
  await user.api.links.create({ ...ends, relation: "relates_to" });
  await user.api.links.replace({
    from: { ...ends, relation: "relates_to" },
    to: { ...ends, relation: "contradicts" },
  });
  expect((await read(user)).map(({ event }) => event)).toEqual(["note.contested", "link.created", "link.created"]);
});

it("reports a synthesis and its links", async () => {
  const user = await givenReceiver();
  const source = await user.note("Owls hunt at night");
  const { id } = await user.api.notes.saveSynthesis({ title: "Owls", content: "Hunters.", sources: [source.id] });
  const [linkMessage, noteMessage] = await read(user);
  expect(noteMessage).toMatchObject({ event: "note.created", noteIds: [id] });
  expect(linkMessage).toMatchObject({ event: "link.created", noteIds: [id, source.id] });
});

it("reports what a merge changed and linked, and what undoing it changed back", async () => {
  const user = await givenReceiver();
  const one = await user.note("Owls hunt", { content: "They hunt." });
  const two = await user.note("Owls hunt at night", { content: "At night." });
  const other = await user.note("Mice are food");
  await user.link(two, "extends", other);
  let knownCount = (await acts(user)).length;
  const { operation } = await user.api.operations.merge({ id: one.id, with: [two.id] });
  const [change, ...links] = (await acts(user)).slice(knownCount);
  expect(change).toEqual(["note.updated", one.id]);
  expect(new Set(links)).toEqual(
    new Set([
      ["link.created", one.id, two.id],
      ["link.created", one.id, other.id],
    ]),
  );
  knownCount += 3;
  await user.api.operations.undo({ id: operation });
  expect((await acts(user)).slice(knownCount)).toEqual([
    ["link.created", two.id, other.id],
    ["note.updated", one.id],
  ]);
});

it("reports the parts of a split and their links, and nothing of taking them back", async () => {
  const user = await givenReceiver();
  const whole = await user.note("Owls hunt and sleep");
  const before = (await acts(user)).length;
  const parts = ["Owls hunt", "Owls sleep"].map((title) => ({ title, content: "-", note_type: "fact" as const }));
  const { notes, operation } = await user.api.operations.split({ id: whole.id, parts });
  const [one, two] = [notes[0]!.id, notes[1]!.id];
  expect((await acts(user)).slice(before)).toEqual([
    ["note.created", one],
    ["note.created", two],
    ["link.created", one, whole.id],
    ["link.created", two, whole.id],
  ]);
  await user.api.operations.undo({ id: operation });
  expect((await acts(user)).slice(before + 4)).toEqual([]);
});

it("reports a question when it is accepted", async () => {
  const user = await givenReceiver(["recall.query"]);
  await user.api.recall.ask({ query: 'What do "owls" hunt?' });
  expect(await read(user)).toEqual([
    {
      ...{ event: "recall.query", timestamp: NOW, noteIds: [] },
      data: `{"id":null,"title":"What do \\"owls\\" hunt?","note_type":null}`,
      detail: { model: "test-default" },
    },
  ]);
});

it("reports 80 % of a counter and its limit, each once a month", async () => {
  const user = await givenReceiver(["quota.warning", "quota.exceeded"]);
  await askTimes(user, 39);
  expect(await read(user)).toEqual([]);
  await askTimes(user, 10);
  const detail = { counter: "queries", used: 40, limit: 50, resets_at: RESET };
  expect(await read(user)).toEqual([
    {
      ...{ event: "quota.warning", timestamp: NOW, noteIds: [] },
      data: '{"id":null,"title":"40 of 50 queries of this month are used.","note_type":null}',
      detail,
    },
  ]);
  await askTimes(user, 1);
  const [limitMessage] = await read(user);
  expect(limitMessage).toEqual({
    ...{ event: "quota.exceeded", timestamp: NOW, noteIds: [] },
    data: '{"id":null,"title":"All 50 queries of this month are used.","note_type":null}',
    detail: { ...detail, used: 50 },
  });
  await expect(askTimes(user, 1)).rejects.toThrow("quota exceeded");
  expect(await read(user)).toHaveLength(2);
});

it("reports the limit of a tier that became lower at the first refusal, once", async () => {
  const user = await givenReceiver(["quota.exceeded"], "student");
  await askTimes(user, 60);
  expect(await read(user)).toEqual([]);
  const lower = { ...user, api: user.on({ actor: { ...user.actor, tier: "free" } }) };
  for (let attempt = 0; attempt < 2; attempt++) await expect(askTimes(lower, 1)).rejects.toThrow("quota exceeded");
  expect(await read(user)).toMatchObject([{ detail: { counter: "queries", used: 60, limit: 50 } }]);
});

it("reports the capable model's counter by its name, and nothing of a tier that has none", async () => {
  const user = await givenReceiver(["quota.warning", "quota.exceeded"], "student");
  await askTimes(user, 21, "Debate this");
  expect((await read(user)).map(({ data }) => JSON.parse(data).title)).toEqual([
    "All 20 queries of the capable model of this month are used.",
    "16 of 20 queries of the capable model of this month are used.",
  ]);
  const free = await givenReceiver(["quota.exceeded"]);
  await askTimes(free, 1, "Debate this");
  expect(await read(free)).toEqual([]);
});

it("reports nothing of imports, deletions, restores, recalls, the demo and repeated requests", async () => {
  const user = await givenReceiver();
  const again = user.on({ idempotency: { id: freshId(), rerun: true } });
  const draft = { title: "Owls hunt at night", content: "-", note_type: "fact" } as const;
  const note = await again.notes.create(draft);
  const before = (await read(user)).length;
  expect((await again.notes.create(draft)).id).toBe(note.id);
  const importedNote = { ...draft, title: "Owls eat mice", tags: [], importance: 0.5 };
  const line: ImportEntry = { line: 1, read: { note: importedNote } };
  const batches = async function* () {
    yield [line];
  };
  const results = await Array.fromAsync(importLines(user.ctx, batches()));
  expect(results.flat()).toMatchObject([{ status: "created" }, {}]);
  await user.api.recall.recall({ query: "owls" });
  await demoAsk(user.ctx, {});
  await user.api.notes.delete({ id: note.id, purge: false });
  await user.api.notes.restore({ id: note.id });
  expect(await read(user)).toHaveLength(before);
});

it("reports nothing to users without webhooks, stopped webhooks and webhooks for other events", async () => {
  const services = testServices();
  const user = await givenReceiver(["link.created"], "free", services);
  const stoppedId = await addWebhook(user, ["note.created"]);
  await services.storage.webhooks.change(user.actor.userId, stoppedId, { stopped: "owner", updatedAt: 1 });
  const other = testUser(services, { userId: "grace" });
  await user.note("Owls hunt at night");
  await other.note("Owls eat mice");
  expect(await services.storage.webhooks.figures()).toMatchObject({ waiting: 0 });
});

type Receiver = TestUser & { readonly webhook: string };

async function givenReceiver(
  events: readonly PlannedEvent[] = PLANNED_EVENTS,
  tier: "free" | "student" = "free",
  services: Services = testServices(),
): Promise<Receiver> {
  const user = testUser(services, { tier });
  return { ...user, webhook: await addWebhook(user, events) };
}

async function addWebhook({ ctx, actor }: TestUser, events: readonly PlannedEvent[]): Promise<string> {
  const id = ctx.newId();
  const fields = { url: "https://example.com", payload: "documented", name: "", secret: "sealed" } as const;
  const webhook = { id, events, ...fields, madeWith: "sign-in", createdAt: ctx.clock.now() };
  await ctx.storage.webhooks.insert(actor.userId, webhook, 10);
  return id;
}

/** Returns the messages that wait, newest first. */
async function read({
  ctx,
  actor,
  webhook,
}: Receiver): Promise<(Omit<NewMessage, "id" | "detail"> & { detail: unknown })[]> {
  const { webhooks } = ctx.storage;
  const { deliveries } = await webhooks.deliveries(actor.userId, webhook, {}, { limit: 100 });
  const details = await Promise.all(deliveries.map(({ id }) => webhooks.delivery(actor.userId, webhook, id)));
  return details.map((one) => {
    const { id, detail, ...message } = one!.message;
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    return { ...message, detail: JSON.parse(detail) };
  });
}

/** Returns the events with the notes that they tell of, oldest first. */
async function acts(user: Receiver): Promise<string[][]> {
  return (await read(user)).toReversed().map(({ event, noteIds }) => [event, ...noteIds]);
}

async function askTimes({ api }: Pick<TestUser, "api">, count: number, query = "Why?"): Promise<void> {
  for (let index = 0; index < count; index++) await api.recall.ask({ query });
}
