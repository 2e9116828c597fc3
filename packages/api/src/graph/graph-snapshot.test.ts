import type { ActivityEvent, GraphLink, GraphNode, GraphPiece, GraphSnapshotInput } from "@knote/contract";
import { aNoteWrite, testServices, testUser, type TestUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";

/** Reads a snapshot and joins its pieces. */
async function snapshotOf({ api }: TestUser, input: GraphSnapshotInput = {}) {
  return together(await Array.fromAsync(await api.graph.snapshot(input)));
}

function together(pieces: readonly GraphPiece[]) {
  const [first, ...rest] = pieces;
  if (!first || !("version" in first)) throw new Error("The version does not come first.");
  return {
    ...first,
    nodes: rest.flatMap((piece) => ("nodes" in piece ? piece.nodes : [])),
    links: rest.flatMap((piece) => ("links" in piece ? piece.links : [])),
    states: Object.fromEntries<"superseded" | "contested">(
      rest.flatMap((piece) => ("states" in piece ? piece.states : [])),
    ),
  };
}

type Snapshot = ReturnType<typeof together>;

/** Applies the changes to the earlier snapshot, as a client does. */
function mergeSnapshots(before: Snapshot, { version, changed, nodes, links, states }: Snapshot): Snapshot {
  if (changed === null) return { version, changed, nodes, links, states };
  const ids = new Set(changed);
  const merging = [...before.nodes.filter(({ id }) => !ids.has(id)), ...nodes].map((node): GraphNode => ({
    ...node,
    state: node.state === "archived" ? node.state : (states[node.id] ?? "active"),
  }));
  const unchangedLinks = before.links.filter(({ source_id, target_id }) => !ids.has(source_id) && !ids.has(target_id));
  return { version, changed: null, nodes: merging, links: [...unchangedLinks, ...links], states: {} };
}

/** Makes snapshots comparable: sorts them and drops links to missing notes. */
function sortSnapshot({ nodes, links }: Snapshot) {
  const live = new Set(nodes.map(({ id }) => id));
  const whole = links.filter(({ source_id, target_id }) => live.has(source_id) && live.has(target_id));
  return { nodes: nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1)), links: unique(whole) };
}

function unique(links: readonly GraphLink[]): string[] {
  return [...new Set(links.map((link) => JSON.stringify(link)))].toSorted();
}

describe("a snapshot of the graph", () => {
  it("is empty for a new user", async () => {
    const empty = { version: null, changed: null, nodes: [], links: [], states: {} };
    expect(await snapshotOf(testUser(testServices()))).toEqual(empty);
  });

  it("has every live note as in lists, without its content, newest first, and every link", async () => {
    const user = testUser(testServices());
    const { api, note, link } = user;
    const [one, two, three] = [await note("One"), await note("Two", { tags: ["a"] }), await note("Three")];
    await link(one, "supersedes", two);
    await link(three, "contradicts", one);
    const deletedNote = await note("Gone");
    await link(deletedNote, "extends", one);
    await api.notes.delete({ id: deletedNote.id });
    await api.notes.update({ id: three.id, state: "archived" });
    const { nodes, links, states } = await snapshotOf(user);
    expect(nodes).toEqual((await api.notes.list({})).notes.map(({ content: _, ...rest }) => rest));
    expect(nodes.map(({ title, state }) => [title, state])).toEqual([
      ["Three", "archived"],
      ["Two", "superseded"],
      ["One", "active"],
    ]);
    expect(unique(links)).toEqual(
      unique([
        { source_id: three.id, target_id: one.id, relation: "contradicts" },
        { source_id: one.id, target_id: two.id, relation: "supersedes" },
      ]),
    );
    expect(states).toEqual({});
  });

  it("names the newest event that it includes", async () => {
    const user = testUser(testServices());
    await user.note("One");
    await user.note("Two");
    const [newest] = (await user.api.activity.list({})).events;
    expect((await snapshotOf(user)).version).toBe(newest!.id);
  });

  it("comes in pieces and yields to other work between them", async () => {
    const { api, actor, ctx } = testUser(testServices());
    const writes = Array.from({ length: 2_001 }, () => ({ ...aNoteWrite({}), key: null }));
    for (let at = 0; at < writes.length; at += 1_000)
      await ctx.storage.notes.insertMany(actor.userId, writes.slice(at, at + 1_000));
    const sizes: number[] = [];
    let turns = 0;
    let turnsAtLast = -1;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    for await (const piece of await api.graph.snapshot({})) {
      if (!("nodes" in piece)) continue;
      sizes.push(piece.nodes.length);
      expect(turns).toBeGreaterThan(turnsAtLast);
      turnsAtLast = turns;
    }
    clearImmediate(timer);
    expect(sizes).toEqual([1_000, 1_000, 1]);
  });
});

describe("a snapshot since an earlier one", () => {
  it("has the changed notes with their links, and every derived state", async () => {
    const user = testUser(testServices());
    const { api, note, link } = user;
    const [one, two, three, four] = [await note("One"), await note("Two"), await note("Three"), await note("Four")];
    await link(two, "supersedes", three);
    await link(one, "contradicts", four);
    const before = await snapshotOf(user);
    await link(one, "relates_to", two);
    await api.notes.delete({ id: four.id });
    const { changed, nodes, links, states } = await snapshotOf(user, { since: before.version! });
    expect(new Set(changed)).toEqual(new Set([one.id, two.id, four.id]));
    expect(nodes.map(({ title }) => title).toSorted()).toEqual(["One", "Two"]);
    expect(unique(links)).toEqual(
      unique([
        { source_id: one.id, target_id: two.id, relation: "relates_to" },
        { source_id: two.id, target_id: three.id, relation: "supersedes" },
      ]),
    );
    expect(states).toEqual({ [three.id]: "superseded" });
  });

  it("turns the earlier one into the current graph, after any kind of change", async () => {
    const user = testUser(testServices());
    const { api, note, link } = user;
    const [one, two, three, four] = [await note("One"), await note("Two"), await note("Three"), await note("Four")];
    await link(three, "extends", one);
    await link(one, "supersedes", two);
    await api.notes.delete({ id: three.id });
    const before = await snapshotOf(user);
    await link(await note("Five"), "contradicts", one);
    await api.notes.update({ id: two.id, title: "Two, changed", state: "archived" });
    await api.links.delete({ source_id: one.id, target_id: two.id, relation: "supersedes" });
    await api.notes.delete({ id: four.id });
    await api.notes.restore({ id: three.id });
    await link(four, "extends", one).catch(() => undefined);
    const after = mergeSnapshots(before, await snapshotOf(user, { since: before.version! }));
    expect(sortSnapshot(after)).toEqual(sortSnapshot(await snapshotOf(user)));
    expect(after.nodes.map(({ title }) => title)).not.toContain("Four");
    expect(after.links).toContainEqual({ source_id: three.id, target_id: one.id, relation: "extends" });
  });

  it("has what was written while the earlier one was read, and only once", async () => {
    const user = testUser(testServices());
    const { api, note, link } = user;
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await link(one, "extends", two);
    const pieces: GraphPiece[] = [];
    for await (const piece of await api.graph.snapshot({})) {
      pieces.push(piece);
      if (!("nodes" in piece)) continue;
      await link(await note("Four"), "supersedes", one);
      await api.notes.update({ id: two.id, title: "Two, changed" });
      await api.notes.delete({ id: three.id });
    }
    const before = together(pieces);
    const after = mergeSnapshots(before, await snapshotOf(user, { since: before.version! }));
    expect(sortSnapshot(after)).toEqual(sortSnapshot(await snapshotOf(user)));
    const nothing = { version: after.version, changed: [], nodes: [], links: [], states: {} };
    expect(await snapshotOf(user, { since: after.version! })).toEqual(nothing);
  });

  it("ignores questions, which change no note", async () => {
    const user = testUser(testServices());
    await user.note("One");
    const { version } = await snapshotOf(user);
    await user.api.recall.ask({ query: "What?" });
    const since = await snapshotOf(user, { since: version! });
    expect(since).toMatchObject({ changed: [], nodes: [] });
    expect(since.version).not.toBe(version);
  });

  it.each<[string, ActivityEvent]>([
    [
      "notes were imported",
      {
        type: "import_progress",
        data: { created: 1, exists: 0, linked: 0, failed: 0 },
        timestamp: "2026-03-01T12:00:00.000Z",
      },
    ],
    [
      "an event of an earlier release names no notes",
      { type: "note_updated", data: { id: "1", title: "One" }, timestamp: "2026-03-01T12:00:00.000Z" },
    ],
  ])("is the whole graph when %s", async (_, event) => {
    const user = testUser(testServices());
    await user.note("One");
    const { version } = await snapshotOf(user);
    await user.ctx.storage.activity.append(user.actor.userId, [event]);
    expect(await snapshotOf(user, { since: version! })).toMatchObject({ changed: null, nodes: [{ title: "One" }] });
  });

  it("is the whole graph after more than 200 events, and since an event of another user", async () => {
    const services = testServices();
    const [user, other] = [testUser(services), testUser(services)];
    await other.note("Foreign");
    const { id } = await user.note("One");
    const { version } = await snapshotOf(user);
    const event = { type: "note_updated", data: { id, title: "One" }, timestamp: "2026-03-01T12:00:00.000Z" } as const;
    const change = { ...event, note_ids: [id] };
    const append = (count: number) =>
      user.ctx.storage.activity.append(
        user.actor.userId,
        Array.from({ length: count }, () => change),
      );
    await append(200);
    expect(await snapshotOf(user, { since: version! })).toMatchObject({ changed: [id], nodes: [{ title: "One" }] });
    await append(1);
    for (const since of [version!, (await snapshotOf(other)).version!, "none"])
      expect(await snapshotOf(user, { since })).toMatchObject({ changed: null, nodes: [{ title: "One" }] });
  });
});

it("fails in mid-stream with the code of the domain error", async () => {
  const services = testServices();
  const away = async () => Promise.reject(new DomainError("UNAVAILABLE", "The storage is away."));
  const storage = { ...services.storage, links: { ...services.storage.links, states: away } };
  const pieces = await testUser({ ...services, storage }).api.graph.snapshot({});
  await expect(Array.fromAsync(pieces)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: "The storage is away.",
  });
});
