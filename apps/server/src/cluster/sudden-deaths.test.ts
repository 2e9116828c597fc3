import { aNoteBody, apiOf, eventually, freshUserId, openImport, type ServerProcess, withCluster } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { startKeyedClient } from "../testing/cluster/start-keyed-client.ts";
import { type RunningCluster, startCluster } from "../testing/cluster/start-cluster.ts";

/** `KNOTE_CLUSTER_KILLS=50 npm test -- sudden-deaths` */
const KILLS = Number(process.env["KNOTE_CLUSTER_KILLS"] ?? 1);
const CLIENTS = 6;
/** Most results of one recall. */
const IMPORT_SIZE = 50;

withCluster((urls) => {
  vi.setConfig({ testTimeout: 240_000 + KILLS * 30_000 });
  const patiently = { deadlineMs: 120_000 };

  it("takes over the indexing of a process that is killed, and finds every note by its meaning", async () => {
    await using cluster = await startCluster(urls, { processes: 1 });
    const indexer = cluster.servers[0]!;
    const { holder, minutePasses } = leasesOf(cluster);
    const dying = await eventually(holder, patiently);
    const survivor = await cluster.start();
    const userId = freshUserId();
    const api = await apiOf(survivor, userId);
    const pending = async () => (await api("GET", "/health")).body.pending as number;
    await eventually(async () => expect(await pending()).toBe(0), patiently);

    const titles = Array.from({ length: IMPORT_SIZE }, (_, index) => `Owl ${index} hunts in wood ${index}`);
    await importNotes(survivor, userId, titles.slice(0, IMPORT_SIZE / 2));
    await indexer.kill("SIGKILL");
    await importNotes(survivor, userId, titles.slice(IMPORT_SIZE / 2));
    // The count in /health is a few seconds old.
    await eventually(async () => expect(await pending()).toBeGreaterThanOrEqual(IMPORT_SIZE / 2), patiently);
    expect(await holder()).toBe(dying);
    await minutePasses();
    await eventually(async () => expect(await pending()).toBe(0), patiently);
    expect(await holder()).not.toBe(dying);
    const { body } = await api("POST", "/api/recall", {
      query: "Which owls hunt in woods?",
      mode: "vector",
      limit: 50,
    });
    const titlesFound = body.results.map(({ title }: { title: string }) => title);
    expect(titlesFound.toSorted()).toEqual(titles.toSorted());
  });

  it(`makes one note for each key, and leaves none stuck, when processes are killed ${KILLS} times`, async () => {
    await using cluster = await startCluster(urls, { processes: 2 });
    const { servers } = cluster;
    const { minutePasses } = leasesOf(cluster);
    const userId = freshUserId();
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => startKeyedClient(servers, userId)));
    for (let kill = 0; kill < KILLS; kill++) {
      const victim = servers[kill % servers.length]!;
      const goal = clients.reduce((sum, { idsByTitle }) => sum + idsByTitle.size, 0) + 5 + Math.random() * 40;
      await eventually(
        () => expect(clients.reduce((sum, { idsByTitle }) => sum + idsByTitle.size, 0)).toBeGreaterThan(goal),
        patiently,
      );
      await victim.kill("SIGKILL");
      await minutePasses();
      // Repeated, as the services can be too busy to let it start.
      await eventually(() => victim.restart(), patiently);
    }
    for (const client of clients) await client.stop();

    const expectedIds = new Map(clients.flatMap((client) => [...client.idsByTitle]));
    const apis = await Promise.all(servers.map((server) => apiOf(server, userId)));
    const { notes } = (await apis[0]!("GET", "/api/graph/notes")).body as { notes: { id: string; title: string }[] };
    expect(notes.map(({ title }) => title).toSorted()).toEqual([...expectedIds.keys()].toSorted());
    expect(new Map(notes.map(({ title, id }) => [title, id]))).toEqual(expectedIds);
    for (const client of clients) expect(await client.repeatLast(apis)).toEqual({ status: 201, areReplays: true });
    const { events } = (await apis[1]!("GET", "/api/activity?limit=1000")).body;
    const eventTitles = events.map(({ data }: { data: { data: { title: string } } }) => data.data.title);
    expect(new Set(eventTitles).size).toBe(eventTitles.length);
  });
});

/** Reads and ends the leases, each of which one process holds at a time. */
function leasesOf({ installation: { raw } }: RunningCluster) {
  return {
    async holder(): Promise<unknown> {
      const lease = await raw.collection("leases").findOne({ holder: { $exists: true } });
      return lease?.["holder"] ?? expect.unreachable("No process has the work.");
    },
    /** Ends the leases of work and of idempotency keys, so that no test waits for those of a dead process. */
    async minutePasses(): Promise<void> {
      await raw.collection("leases").updateMany({}, { $set: { until: 0 } });
      await raw.collection("claims").updateMany({ status: { $exists: false } }, { $set: { leaseUntil: 0 } });
    },
  };
}

async function importNotes(server: ServerProcess, userId: string, titles: readonly string[]): Promise<void> {
  using upload = await openImport(server.url, await server.token(userId));
  upload.send(titles.map((title) => ({ note: aNoteBody(title) })));
  upload.end();
  await eventually(() => expect(upload.readAnswers().at(-1)).toMatchObject({ done: true, created: titles.length }));
}
