import type { CreateLinkInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const [one, other, third] = [await user.note("One"), await user.note("Other"), await user.note("Third")];
  const link = (relation: CreateLinkInput["relation"], source = one, target = other): CreateLinkInput => ({
    source_id: source.id,
    target_id: target.id,
    relation,
  });
  const links = async () => (await user.api.links.list({})).links.map(({ created_at: _at, ...ends }) => ends);
  return { ...user, services, one, other, third, link, make: user.link, links };
}

it("replaces one link by another, and publishes both events", async () => {
  const { api, link, make, one, other, links, eventsOf } = await setUp();
  await make(one, "contradicts", other);
  const events = await eventsOf(async () => {
    expect(await api.links.replace({ from: link("contradicts"), to: link("supersedes") })).toEqual({ created: true });
  });
  expect(events.map(({ type }) => type)).toEqual(["note_unlinked", "note_linked"]);
  expect(await links()).toEqual([link("supersedes")]);
  expect((await api.notes.get({ id: other.id })).state).toBe("superseded");
});

it("only removes the old one when the new one exists", async () => {
  const { api, link, make, one, other, links, eventsOf } = await setUp();
  await make(one, "contradicts", other);
  await make(one, "extends", other);
  const events = await eventsOf(async () => {
    expect(await api.links.replace({ from: link("contradicts"), to: link("extends") })).toEqual({ created: false });
  });
  expect(events.map(({ type }) => type)).toEqual(["note_unlinked"]);
  expect(await links()).toEqual([link("extends")]);
});

it("keeps the old one when the new one is refused", async () => {
  const { api, link, make, one, other, third, links, eventsOf } = await setUp();
  await make(one, "contradicts", other);
  await make(other, "supersedes", third);
  await make(third, "supersedes", one);
  const before = await links();
  const from = link("contradicts");
  const replace = (to: CreateLinkInput) => api.links.replace({ from, to });
  const events = await eventsOf(async () => {
    await expect(replace(link("supersedes"))).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(replace(from)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(replace({ ...from, target_id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(replace({ ...from, target_id: one.id })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.links.replace({ from: link("extends"), to: from })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
  expect(events).toEqual([]);
  expect(await links()).toEqual(before);
});

it("puts the old one back when another process closes a cycle at the same moment", async () => {
  const { services, ctx, on, link, make, one, other, links } = await setUp();
  await make(one, "contradicts", other);
  const { links: linkStore } = services.storage;
  const replace: typeof linkStore.replace = async (...input) => {
    await linkStore.insert(
      ctx.actor.userId,
      { ...link("supersedes", other, one), created_at: input[2].created_at },
      [],
    );
    return await linkStore.replace(...input);
  };
  let hasRaced = false;
  const racing: typeof linkStore = Object.assign(Object.create(linkStore), {
    replace: (...input: Parameters<typeof replace>) =>
      hasRaced ? linkStore.replace(...input) : ((hasRaced = true), replace(...input)),
  });
  const api = on({ storage: { ...services.storage, links: racing } });
  await expect(api.links.replace({ from: link("contradicts"), to: link("supersedes") })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await links()).toEqual(expect.arrayContaining([link("contradicts"), link("supersedes", other, one)]));
  expect(await links()).toHaveLength(2);
});
