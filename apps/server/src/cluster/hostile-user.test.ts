import { withCluster } from "@knote/testkit";
import { afterAll, beforeAll, it } from "vitest";
import { startCluster } from "../testing/cluster/start-cluster.ts";
import { HOLDING_ACTS } from "../testing/hostile/hostile-acts.ts";
import { expectHarmless } from "../testing/hostile/measure.ts";
import { HOSTILE_SETTINGS, settingsOf } from "../testing/hostile/provider.ts";
import {
  startProviderThread,
  startVillainThread,
  type VillainThread,
} from "../testing/hostile/start-hostile-threads.ts";
import { createVictim, type Victim } from "../testing/hostile/victim.ts";

/** Machines may be busy, and the stand-ins are slower than servers. */
const PATIENCE_MS = 300_000;

withCluster((urls) => {
  const parts = new AsyncDisposableStack();
  let server: Awaited<ReturnType<typeof startCluster>>["servers"][number];
  let victim: Victim;
  let villain: VillainThread;

  beforeAll(async () => {
    if (!process.env["KNOTE_HOSTILE_CLUSTER"]) return;
    const provider = parts.use(await startProviderThread());
    const env = { ...HOSTILE_SETTINGS, ...settingsOf(provider) };
    const cluster = parts.use(await startCluster(urls, { processes: 1, env }));
    server = cluster.servers[0]!;
    victim = await createVictim(server, "github:1");
    villain = parts.use(startVillainThread(server.url, await server.token("github:2")));
  }, PATIENCE_MS);

  afterAll(() => parts.disposeAsync());

  // Asked for: the stand-ins are slower than the service, and their speed would decide.
  it.runIf(process.env["KNOTE_HOSTILE_CLUSTER"]).each(HOLDING_ACTS)(
    "hurts nobody with $name",
    { timeout: PATIENCE_MS },
    async ({ name }) => {
      await villain.tell(name, "prepare");
      await expectHarmless(name, { server, victim, villain });
    },
  );
});
