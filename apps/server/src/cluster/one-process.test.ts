import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { settingsFor } from "@knote/storage-mongo/testing";
import {
  aNoteBody,
  type Api,
  apiOf,
  type ClusterUrls,
  eventually,
  openEvents,
  type ServerProcess,
  startCutProxy,
  withCluster,
} from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { type RunningCluster, startCluster } from "../testing/cluster/start-cluster.ts";

const NOTES = "/api/workspace/notes";
const RECALL = "/api/recall";

withCluster((urls) => {
  // Machines may be busy, and the stand-ins are slower than servers.
  vi.setConfig({ testTimeout: 300_000 });
  const patiently = { deadlineMs: 120_000 };

  const healthOf = async (server: ServerProcess) => {
    const answer = await fetch(`${server.url}/health`);
    const body = (await answer.json()) as { status: string; checks: object; pending: number };
    return { code: answer.status, away: answer.headers.get("x-degraded"), ...body };
  };
  /** Waits until recall by meaning alone finds the note: its vector can take a while. */
  const untilFoundByMeaning = (api: Api, query: string, id: string) =>
    eventually(async () => {
      const { body } = await api("POST", RECALL, { query, mode: "vector" });
      expect(body.results).toContainEqual(expect.objectContaining({ id }));
    }, patiently);

  async function startOne(way: Partial<ClusterUrls> = {}, env: Record<string, string> = {}) {
    const cluster = await startCluster(urls, { processes: 1, through: { ...urls, ...way }, env });
    return { cluster, server: cluster.servers[0]! };
  }

  it("keeps notes, finds, answers and tells events without a data folder", async () => {
    const { cluster, server } = await startOne();
    await using _: RunningCluster = cluster;
    const api = await apiOf(server, "github:1");
    using events = await openEvents(server.url, "GET /api/activity/stream", { token: await server.token("github:1") });
    const { body: owls } = await api("POST", NOTES, aNoteBody("Owls hunt at night"));
    await events.waitForMessages(2);
    expect((await api("GET", "/api/graph/notes?q=owls")).body.notes).toMatchObject([{ id: owls.id }]);
    await untilFoundByMeaning(api, "birds of prey in the dark", owls.id);
    const { body: answer } = await api("POST", "/api/ask", { query: "When do owls hunt?" });
    expect(answer.sources).toMatchObject([{ id: owls.id }]);
    expect((await fetch(`${server.url}/api/demo/graph`)).status).toBe(200);

    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(existsSync(server.dataDir)).toBe(false);
    expect(await readdir(dirname(server.dataDir))).toEqual([]);
    await server.restart();
    const again = await apiOf(server, "github:1");
    expect((await again("GET", `${NOTES}/${owls.id}`)).status).toBe(200);
  });

  it("searches by words while Qdrant is away, and catches up by itself", async () => {
    await using qdrant = await startCutProxy(urls.qdrantUrl);
    const { cluster, server } = await startOne({ qdrantUrl: qdrant.url });
    await using _: RunningCluster = cluster;
    const api = await apiOf(server, "github:1");
    const { body: owls } = await api("POST", NOTES, aNoteBody("Owls hunt at night"));
    await untilFoundByMeaning(api, "birds of prey in the dark", owls.id);

    await qdrant.disconnect();
    const { status, body: bats } = await api("POST", NOTES, aNoteBody("Bats hunt moths"));
    expect({ status, links: bats.auto_links }).toEqual({ status: 201, links: [] });
    expect(await healthOf(server)).toMatchObject({
      code: 200,
      status: "degraded",
      away: "search",
      checks: { storage: "ok", search: "down", models: "ok" },
    });
    for (const mode of ["hybrid", "graph"]) {
      const { body } = await api("POST", RECALL, { query: "Who hunts moths?", mode });
      expect(body.results[0]).toMatchObject({ id: bats.id, similarity: 0 });
    }
    expect((await api("POST", "/api/ask", { query: "Who hunts moths?" })).body.sources).toMatchObject([
      { id: bats.id },
    ]);
    expect((await api("GET", `${NOTES}/${owls.id}/suggestions`)).status).toBe(200);
    expect((await api("GET", "/trpc/tend.near?input=%7B%7D")).status).toBe(200);

    await qdrant.mend();
    await untilFoundByMeaning(api, "flying mammals and insects", bats.id);
    await eventually(async () => expect(await healthOf(server)).toMatchObject({ status: "ok", away: null }), patiently);
  });

  it("is degraded while Redis is away, and down while MongoDB is", async () => {
    await using redis = await startCutProxy(urls.redisUrl);
    await using mongo = await startCutProxy(urls.mongoUrl);
    const { cluster, server } = await startOne({ redisUrl: redis.url, mongoUrl: mongo.url });
    await using _: RunningCluster = cluster;
    const api = await apiOf(server, "github:1");
    await redis.disconnect();
    await eventually(
      async () => expect(await healthOf(server)).toMatchObject({ code: 200, status: "degraded", away: "activity" }),
      patiently,
    );
    expect((await api("POST", NOTES, aNoteBody("Owls hunt at night"))).status).toBe(201);
    await redis.mend();
    await eventually(async () => expect(await healthOf(server)).toMatchObject({ status: "ok", away: null }), patiently);

    await mongo.disconnect();
    expect(await healthOf(server)).toMatchObject({
      code: 503,
      status: "down",
      away: expect.stringContaining("storage"),
    });
    await mongo.mend();
    await eventually(async () => expect(await healthOf(server)).toMatchObject({ status: "ok" }), patiently);
    expect((await api("GET", "/api/graph/notes")).body.notes).toHaveLength(1);
  });

  it("warns that it must be the only process without Redis, and logs no password", async () => {
    const secret = "p4ssw0rd";
    const { cluster, server } = await startOne({}, { REDIS_URL: "" });
    await using _: RunningCluster = cluster;
    await eventually(() => expect(server.output()).toContain("run one process only: without REDIS_URL"));
    const wrong = new URL(urls.redisUrl);
    wrong.password = secret;
    await server.restart({ ...settingsFor(cluster.installation, urls), REDIS_URL: wrong.href, LOG_LEVEL: "trace" });
    await eventually(async () => expect((await healthOf(server)).code).toBe(200), patiently);
    expect(server.output().match(/run one process only/g)).toHaveLength(1);
    expect(server.output()).not.toContain(secret);
  });
});
