import {
  type Api,
  apiOf,
  type ClusterUrls,
  type CutProxy,
  eventually,
  freshUserId,
  openEvents,
  type OwnServices,
  startCutProxy,
  startOwnServices,
  withOwnServices,
} from "@knote/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningCluster, startCluster } from "../testing/cluster/start-cluster.ts";
import { type Load, startLoad } from "../testing/cluster/start-load.ts";

/** Longest that any request can take: a claim on an idempotency key ends then. */
const DEADLINE_MS = 60_000;

withOwnServices(() => {
  const parts = new AsyncDisposableStack();
  let services: OwnServices;
  let ways: Record<"mongo" | "qdrant" | "redis", CutProxy>;
  let cluster: RunningCluster;

  // Machines may be busy, and the stand-ins are slower than servers.
  vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });
  const patiently = { deadlineMs: 240_000 };

  beforeAll(async () => {
    services = parts.use(await startOwnServices());
    ways = {
      mongo: parts.use(await startCutProxy(services.mongo.url)),
      qdrant: parts.use(await startCutProxy(services.qdrant.url)),
      redis: parts.use(await startCutProxy(services.redis.url)),
    };
    cluster = parts.use(await startCluster(urlsOf(services), { processes: 2, through: urlsOf(ways) }));
    await untilRecovered(await apiOf(cluster.servers[0]!, freshUserId()));
  });

  afterAll(async () => parts.disposeAsync());

  it("loses no acknowledged note when MongoDB is killed under load, and refuses meanwhile", async () => {
    const { api, load } = await underLoad();
    await services.mongo.kill();
    await eventually(() => expect(load.refusals.length).toBeGreaterThan(5), patiently);
    const began = performance.now();
    expect(await api("GET", "/health")).toMatchObject({ status: 503, body: { status: "down" } });
    expect(performance.now() - began).toBeLessThan(5_000);
    await services.mongo.start();
    await eventually(async () => expect((await health(api)).status).toBe("ok"), patiently);
    await stopAndCheck(load, api);
    await untilRecovered(api);
    for (const refusal of load.refusals) expect(refusal).toMatchObject({ status: 503, saysWhen: true });
  });

  it("writes, lists and finds by words while Qdrant is down, and by meaning once it is back", async () => {
    const { api, load } = await underLoad();
    await services.qdrant.kill();
    await eventually(async () => expect((await health(api)).status).toBe("degraded"), patiently);
    await untilMoreWritten(load);
    const [id, title] = [...load.acknowledgedTitles].at(-1)!;
    expect((await api("GET", `/api/graph/notes?q=${title.split(" ")[1]}`)).body.notes).toMatchObject([{ id }]);
    await untilFound(api, { id, title });
    await services.qdrant.start();
    await stopAndCheck(load, api);
    await untilRecovered(api);
    expect(load.refusals).toEqual([]);
    for (const note of [...load.acknowledgedTitles].slice(-5)) await untilFoundByMeaning(api, note);
  });

  it("writes while Redis is down, and sends every event once when it is back", async () => {
    const { api, load, userId } = await underLoad();
    const [, server] = cluster.servers;
    const token = await server!.token(userId);
    using stream = await openEvents(server!.url, "GET /api/activity/stream?last_event_id=none", { token });
    await services.redis.kill();
    await untilMoreWritten(load);
    await services.redis.start();
    await untilMoreWritten(load);
    await stopAndCheck(load, api);
    expect(load.refusals).toEqual([]);
    await eventually(() => {
      const streamedTitles = stream.messages.flatMap(({ event, data }) =>
        event === "note_created" ? [data.data.title as string] : [],
      );
      expect(streamedTitles.toSorted()).toEqual([...load.acknowledgedTitles.values()].toSorted());
    }, patiently);
  });

  it("goes on through broken connections and slow answers", async () => {
    const { api, load } = await underLoad();
    const all = Object.values(ways);
    for (const way of all) {
      way.drop();
      await untilMoreWritten(load);
    }
    for (const way of all) way.slow(100);
    await untilMoreWritten(load);
    for (const way of all) await way.mend();
    ways.qdrant.slow(5_000);
    const [id, title] = [...load.acknowledgedTitles].at(-1)!;
    await untilFound(api, { id, title });
    await ways.qdrant.mend();
    await stopAndCheck(load, api);
    await untilRecovered(api);
    for (const refusal of load.refusals) expect(refusal).toMatchObject({ status: 503, saysWhen: true });
  });

  async function underLoad() {
    const userId = freshUserId();
    const load = await startLoad(cluster.servers, userId);
    const api = await apiOf(cluster.servers[0]!, userId);
    await untilMoreWritten(load);
    return { userId, load, api };
  }

  async function untilMoreWritten({ acknowledgedTitles }: Load): Promise<void> {
    const goal = acknowledgedTitles.size + 5;
    await eventually(() => expect(acknowledgedTitles.size).toBeGreaterThan(goal), patiently);
  }

  /** Stops the load; every acknowledged note is stored, and no answer took longer than the deadline. */
  async function stopAndCheck(load: Load, api: Api): Promise<void> {
    await untilMoreWritten(load);
    await load.stop();
    expect(load.longestMs()).toBeLessThan(DEADLINE_MS);
    const { notes } = (await api("GET", "/api/graph/notes")).body as { notes: { id: string }[] };
    const storedIds = new Set(notes.map(({ id }) => id));
    expect([...load.acknowledgedTitles.keys()].filter((id) => !storedIds.has(id))).toEqual([]);
  }

  /** Repeats the recall: under load a server refuses requests for a moment. */
  async function untilFound(api: Api, { id, title }: { readonly id: string; readonly title: string }): Promise<void> {
    await eventually(async () => {
      const { body } = await api("POST", "/api/recall", { query: title });
      expect(body.results[0]).toMatchObject({ id });
    }, patiently);
  }

  /** Repeats the recall: on a busy machine Qdrant answers too late for some. */
  async function untilFoundByMeaning(api: Api, [id, title]: readonly [id: string, title: string]): Promise<void> {
    await eventually(async () => {
      const { body } = await api("POST", "/api/recall", { query: title, mode: "vector", limit: 50 });
      expect(body.results.map((result: { id: string }) => result.id)).toContain(id);
    }, patiently);
  }

  async function untilRecovered(api: Api): Promise<void> {
    await eventually(async () => expect(await health(api)).toMatchObject({ status: "ok", pending: 0 }), patiently);
  }
});

async function health(api: Api) {
  return (await api("GET", "/health")).body as { status: string; pending: number };
}

function urlsOf({ mongo, qdrant, redis }: Record<"mongo" | "qdrant" | "redis", { readonly url: string }>): ClusterUrls {
  return { mongoUrl: mongo.url, qdrantUrl: qdrant.url, redisUrl: redis.url };
}
