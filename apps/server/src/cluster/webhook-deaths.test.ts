import { aNoteBody, apiOf, eventually, freshUserId, openReceiver, withCluster } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { type RunningCluster, startCluster } from "../testing/cluster/start-cluster.ts";
import { startKeyedClient } from "../testing/cluster/start-keyed-client.ts";

/** `KNOTE_CLUSTER_KILLS=50 npm test -- webhook-deaths` */
const KILLS = Number(process.env["KNOTE_CLUSTER_KILLS"] ?? 1);
const CLIENTS = 4;
const ENV = { WEBHOOK_ALLOW: "localhost", DEFAULT_TIER: "agent" };

withCluster((urls) => {
  vi.setConfig({ testTimeout: 240_000 + KILLS * 30_000 });
  const patiently = { deadlineMs: 120_000 };

  it("sends the message that a killed process had under way at another one, once its lease is over", async () => {
    let isSilent = true;
    await using receiver = await openReceiver((_, response) => void (isSilent || response.writeHead(204).end()));
    await using other = await openReceiver();
    await using cluster = await startCluster(urls, { processes: 1, env: ENV });
    const [dying] = cluster.servers;
    const userId = freshUserId();
    const first = await apiOf(dying!, userId);
    const { body: webhook } = await first("POST", "/api/webhooks", { url: receiver.url, events: ["note.created"] });
    await first("POST", "/api/workspace/notes", aNoteBody("Under way"));
    await eventually(() => expect(receiver.requests).toHaveLength(1), patiently);
    await dying!.kill("SIGKILL");

    isSilent = false;
    const survivor = await apiOf(await cluster.start(), userId);
    await survivor("POST", "/api/webhooks", { url: other.url, events: ["note.created"] });
    await survivor("POST", "/api/workspace/notes", aNoteBody("Later"));
    await eventually(() => expect(other.requests).toHaveLength(1), patiently);
    const waiting = async () => (await survivor("GET", `/api/webhooks/${webhook.id}`)).body.waiting as number;
    await eventually(async () => expect(await waiting()).toBe(2), patiently);
    // The lease of the dead process holds.
    expect(receiver.requests).toHaveLength(1);
    await minutePasses(cluster);
    await eventually(async () => expect(await waiting()).toBe(0), patiently);
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0], other.requests[0]!.headers["webhook-id"]]);
    expect(receiver.requests[1]!.raw.equals(receiver.requests[0]!.raw)).toBe(true);
    const { deliveries } = (await survivor("GET", `/api/webhooks/${webhook.id}/deliveries`)).body;
    expect(deliveries).toMatchObject([
      { result: "delivered", attempts: 1 },
      { result: "delivered", attempts: 1 },
    ]);
    expect(other.requests).toHaveLength(1);
  });

  it(`sends each acknowledged write, under one id, when processes are killed ${KILLS} times`, async () => {
    await using receiver = await openReceiver();
    await using cluster = await startCluster(urls, { processes: 2, env: ENV });
    const { servers } = cluster;
    const userId = freshUserId();
    const api = await apiOf(servers[0]!, userId);
    const { body: webhook } = await api("POST", "/api/webhooks", { url: receiver.url, events: ["note.created"] });
    const second = await apiOf(servers[1]!, userId);
    await eventually(async () => {
      const { body: note } = await second("POST", "/api/workspace/notes", aNoteBody(`Known ${crypto.randomUUID()}`));
      await eventually(() => expect(sentIds()).toContain(note.id), { deadlineMs: 2_000 });
    }, patiently);
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => startKeyedClient(servers, userId)));
    const writes = () => clients.reduce((sum, { idsByTitle }) => sum + idsByTitle.size, 0);
    for (let kill = 0; kill < KILLS; kill++) {
      const victim = servers[kill % servers.length]!;
      const goal = writes() + 5 + Math.random() * 40;
      await eventually(() => expect(writes()).toBeGreaterThan(goal), patiently);
      await victim.kill("SIGKILL");
      await minutePasses(cluster);
      // Repeated, as the services can be too busy to let it start.
      await eventually(() => victim.restart(), patiently);
    }
    for (const client of clients) await client.stop();
    await minutePasses(cluster);

    const ids = clients.flatMap(({ idsByTitle }) => [...idsByTitle.values()]);
    await eventually(() => expect(ids.filter((id) => !sentIds().includes(id))).toEqual([]), patiently);
    await eventually(async () => {
      const { body } = await (await apiOf(servers[0]!, userId))("GET", `/api/webhooks/${webhook.id}`);
      expect(body).toMatchObject({ active: true, waiting: 0 });
    }, patiently);
    const messageIds = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const ofNote = messageIds.get(body.data.id) ?? new Set();
      messageIds.set(body.data.id, ofNote.add(String(headers["webhook-id"])));
    }
    expect([...messageIds].filter(([, ofNote]) => ofNote.size > 1)).toEqual([]);
    // No more doubles than attempts that a kill could cut off: the window of the webhook each time.
    expect(receiver.requests.length - messageIds.size).toBeLessThanOrEqual(4 * KILLS);

    function sentIds(): string[] {
      return receiver.requests.map(({ body }) => body.data.id as string);
    }
  });
});

/** Ends the leases, so that no test waits for those of a dead process. */
async function minutePasses({ installation: { raw } }: RunningCluster): Promise<void> {
  await raw.collection("leases").updateMany({}, { $set: { until: 0 } });
  await raw.collection("claims").updateMany({ status: { $exists: false } }, { $set: { leaseUntil: 0 } });
  await raw.collection("webhooks").updateMany({}, { $set: { leaseUntil: 0 } });
}
