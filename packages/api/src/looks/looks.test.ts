import { LIMITS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createIndexer } from "../indexing/indexer.ts";
import { LOOKS_AT_ONCE } from "../ports/look-store.ts";

const UNKNOWN = "0195cf6a-7c00-7000-8000-000000000000";

async function given() {
  const services = testServices();
  const user = testUser(services);
  const { note, link } = user;
  const [tea, coffee] = [await note("Tea wakes"), await note("Coffee wakes")];
  await link(coffee, "contradicts", tea);
  const [first, second] = [await note("Owls hunt mice"), await note("Owls hunt mice")];
  const alone = await note("Zebras graze");
  await createIndexer(services, () => undefined).drain();
  const keys = {
    contested: `contested ${coffee.id} ${tea.id}`,
    near: `near ${second.id} ${first.id}`,
    orphan: `orphan ${alone.id}`,
  };
  return { ...user, services, tea, coffee, first, second, alone, keys };
}

type Given = Awaited<ReturnType<typeof given>>;

/** Returns every matter that tending, suggestions and the check bring up. */
async function matters({ api, first, second }: Given): Promise<string[]> {
  const { pairs } = await api.tend.contested({});
  const near = (await api.tend.near({})).pairs.filter(({ kind }) => kind === "duplicate");
  const { notes } = await api.tend.orphans({});
  const { suggestions } = await api.notes.suggestions({ id: second.id });
  const { findings } = await api.notes.check({ id: second.id, title: "Owls hunt mice" });
  const waiting = await api.tend.waiting();
  expect(waiting.contested).toBe(pairs.length);
  return [
    ...pairs.map(({ key }) => key),
    ...near.map(({ key }) => key),
    ...notes.map(({ id }) => `orphan ${id}`),
    ...suggestions.filter(({ target_id }) => target_id === first.id).map(() => "suggested"),
    ...findings.filter(({ rule }) => rule === "same_claim").map(() => "checked"),
  ];
}

const OF_NEAR = ["suggested", "checked"];

describe("a look while tending", () => {
  it.each(["contested", "near", "orphan"] as const)(
    "at %s takes the matter out of every list and count until it is taken back",
    async (kind) => {
      const graph = await given();
      const { api, keys } = graph;
      const before = await matters(graph);
      expect(before).toEqual(expect.arrayContaining([...Object.values(keys), ...OF_NEAR]));
      expect(await api.looks.add({ looks: [{ key: keys[kind], reason: "Both are right" }] })).toEqual({ stored: 1 });
      const hidden = [keys[kind], ...(kind === "near" ? OF_NEAR : [])];
      expect(await matters(graph)).toEqual(before.filter((matter) => !hidden.includes(matter)));
      await api.looks.remove({ key: keys[kind] });
      expect(await matters(graph)).toEqual(before);
      await expect(api.looks.remove({ key: keys[kind] })).resolves.toBeUndefined();
    },
  );

  it("ends with a rewording of either claim, not with new capitals or another explanation", async () => {
    const graph = await given();
    const { api, services, keys, first, coffee, alone } = graph;
    await api.looks.add({ looks: Object.values(keys).map((key) => ({ key })) });
    const quiet = await matters(graph);
    services.clock.advance(60_000);
    await api.notes.update({ id: coffee.id, title: "COFFEE wakes!" });
    await api.notes.update({ id: alone.id, content: "They do." });
    expect(await matters(graph)).toEqual(quiet);
    expect((await api.looks.list({})).looks).toHaveLength(3);
    await api.notes.update({ id: coffee.id, title: "Coffee wakes some" });
    await api.notes.update({ id: alone.id, title: "Zebras sleep" });
    await api.notes.update({ id: first.id, title: "Owls hunt some mice" });
    expect(await matters(graph)).toEqual(expect.arrayContaining([keys.contested, keys.orphan, "suggested"]));
    expect(await api.looks.list({})).toEqual({ looks: [], next: null });
    await api.looks.add({ looks: [{ key: keys.contested }] });
    expect(await matters(graph)).not.toContain(keys.contested);
  });

  it("does not hide the pair from a check of a draft that rewords the claim", async () => {
    const { api, keys, second } = await given();
    await api.looks.add({ looks: [{ key: keys.near }] });
    const rules = async (title: string) =>
      (await api.notes.check({ id: second.id, title })).findings.map(({ rule }) => rule);
    expect(await rules("Owls hunt mice")).not.toContain("same_claim");
    await api.notes.update({ id: second.id, title: "Bats hunt moths" });
    expect(await rules("Owls hunt mice")).toContain("same_claim");
  });

  it("is listed by key with reason and time, in pages and by kind", async () => {
    const { api, keys } = await given();
    await api.looks.add({ looks: [{ key: keys.orphan }, { key: keys.near, reason: "Two seasons" }] });
    await api.looks.add({ looks: [{ key: keys.contested }, { key: keys.near, reason: "Two years" }] });
    const at = "2026-03-01T12:00:00.000Z";
    const all = [
      { key: keys.contested, reason: null, at },
      { key: keys.near, reason: "Two years", at },
      { key: keys.orphan, reason: null, at },
    ];
    expect(await api.looks.list({})).toEqual({ looks: all, next: null });
    const first = await api.looks.list({ limit: 2 });
    expect(first).toEqual({ looks: all.slice(0, 2), next: keys.near });
    expect(await api.looks.list({ limit: 2, cursor: first.next! })).toEqual({ looks: all.slice(2), next: null });
    expect(await api.looks.list({ limit: 3 })).toEqual({ looks: all, next: null });
    expect(await api.looks.list({ kind: "orphan" })).toEqual({ looks: all.slice(2), next: null });
    await expect(api.looks.list({ cursor: "elsewhere" })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });

  it("leaves out notes that are unknown, deleted or another user's", async () => {
    const { services, api, keys, alone, first } = await given();
    await api.notes.delete({ id: alone.id });
    const looks = [{ key: keys.orphan }, { key: `orphan ${UNKNOWN}` }, { key: `near ${first.id} ${UNKNOWN}` }];
    expect(await api.looks.add({ looks })).toEqual({ stored: 0 });
    expect(await api.looks.add({ looks: [...looks, { key: keys.near }, { key: keys.near }] })).toEqual({ stored: 1 });
    const grace = testUser(services).api;
    expect(await grace.looks.add({ looks: Object.values(keys).map((key) => ({ key })) })).toEqual({ stored: 0 });
    await grace.looks.remove({ key: keys.near });
    expect(await grace.looks.list({})).toEqual({ looks: [], next: null });
    expect((await api.looks.list({})).looks).toHaveLength(1);
  });

  it("takes up to 500 in one request, and reasons of up to 500 characters", async () => {
    const { api, keys } = await given();
    expect(LIMITS.looksAtOnce).toBe(LOOKS_AT_ONCE);
    const looks = Array.from({ length: LIMITS.looksAtOnce }, () => ({ key: keys.near, reason: "x".repeat(500) }));
    expect(await api.looks.add({ looks })).toEqual({ stored: 1 });
    expect(await api.looks.add({ looks: [] })).toEqual({ stored: 0 });
    const refusals = [
      { looks: [...looks, { key: keys.near }] },
      { looks: [{ key: keys.near, reason: "x".repeat(501) }] },
      { looks: [{ key: keys.near, reason: "" }] },
    ];
    for (const refusal of refusals) await expect(api.looks.add(refusal)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect((await api.looks.list({ limit: 500 })).looks).toHaveLength(1);
    await expect(api.looks.list({ limit: 501 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.looks.list({ kind: "review" as never })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("refuses keys of other forms", async () => {
    const { api, keys, first, second } = await given();
    const bad = [
      "",
      "orphan",
      `orphan ${first.id.toUpperCase()}`,
      `orphan ${first.id} ${second.id}`,
      `near ${first.id} ${second.id}`,
      `near ${first.id} ${first.id}`,
      `near ${second.id}`,
      `${keys.near} `,
      `review ${second.id} ${first.id}`,
      `rests ${second.id} ${first.id} depends_on`,
    ];
    for (const key of bad) {
      await expect(api.looks.add({ looks: [{ key }] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(api.looks.remove({ key })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    expect((await api.looks.list({})).looks).toEqual([]);
  });
});
