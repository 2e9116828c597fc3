import { type ServerProcess, startServerProcess } from "@knote/testkit";
import { afterAll, beforeAll, it } from "vitest";
import { HOSTILE_ACTS } from "./testing/hostile/hostile-acts.ts";
import { expectHarmless } from "./testing/hostile/measure.ts";
import { HOSTILE_SETTINGS, settingsOf } from "./testing/hostile/provider.ts";
import {
  startProviderThread,
  startVillainThread,
  type VillainThread,
} from "./testing/hostile/start-hostile-threads.ts";
import { createVictim, type Victim } from "./testing/hostile/victim.ts";

const PATIENCE_MS = 120_000;

const parts = new AsyncDisposableStack();
let server: ServerProcess;
let victim: Victim;
let villain: VillainThread;

beforeAll(async () => {
  const provider = parts.use(await startProviderThread());
  server = parts.use(await startServerProcess({ env: { ...HOSTILE_SETTINGS, ...settingsOf(provider) } }));
  victim = await createVictim(server, "github:1");
  villain = parts.use(startVillainThread(server.url, await server.token("github:2")));
}, PATIENCE_MS);

afterAll(() => parts.disposeAsync());

it.each(HOSTILE_ACTS)("does not slow down others by $name", { timeout: PATIENCE_MS }, async ({ name }) => {
  await villain.tell(name, "prepare");
  await expectHarmless(name, { server, victim, villain });
});
