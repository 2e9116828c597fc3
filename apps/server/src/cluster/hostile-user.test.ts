import { type HeldDatabases, startHeldDatabases } from "@knote/storage-mongo/testing";
import { eventually, withCluster } from "@knote/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningCluster, startCluster } from "../testing/cluster/start-cluster.ts";
import { ENDLESS_ACTS } from "../testing/hostile/hostile-acts.ts";
import { HOSTILE_SETTINGS, settingsOf } from "../testing/hostile/provider.ts";
import {
  startProviderThread,
  startVillainThread,
  type VillainThread,
} from "../testing/hostile/start-hostile-threads.ts";
import { underWay, untilIdle } from "../testing/hostile/under-way.ts";
import { createVictim, type Victim } from "../testing/hostile/victim.ts";

const VILLAIN = "github:2";
/** Each act has more requests than this under way, queued ones included. */
const MANY = 60;

/**
 * Nothing here is measured: the villain's requests to MongoDB and Qdrant are never answered, so a request queued behind
 * them waits for ever. Waiting for a provider is the same on every engine.
 */
withCluster((urls) => {
  const parts = new AsyncDisposableStack();
  let databases: HeldDatabases;
  let cluster: RunningCluster;
  let victim: Victim;
  let villain: VillainThread;

  beforeAll(async () => {
    const provider = parts.use(await startProviderThread());
    databases = parts.use(await startHeldDatabases(urls));
    const env = { ...HOSTILE_SETTINGS, ...settingsOf(provider) };
    cluster = parts.use(await startCluster(urls, { processes: 1, through: databases.urls, env }));
    const server = cluster.servers[0]!;
    victim = await createVictim(server, "github:1");
    villain = parts.use(startVillainThread(server.url, await server.token(VILLAIN)));
  });

  afterAll(() => parts.disposeAsync());

  it.each(ENDLESS_ACTS)("answers others while one user's requests do not end: $name", async ({ name }) => {
    const server = cluster.servers[0]!;
    await villain.tell(name, "prepare");
    await untilIdle(server);
    await databases.hold(cluster.installation, VILLAIN);
    await villain.tell(name, "begin");
    try {
      await eventually(async () => expect(await underWay(server)).toBeGreaterThan(MANY));
      await victim.round(1);
      expect(victim.takeRefusals()).toEqual([]);
      expect(await underWay(server)).toBeGreaterThan(MANY);
    } finally {
      await villain.tell(name, "stop");
      databases.release();
    }
  });
});
