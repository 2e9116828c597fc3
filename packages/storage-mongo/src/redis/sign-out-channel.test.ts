import type { SignOutChannel, TokenCut } from "@knote/api";
import { eventually, startCutProxy, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createRedisLine } from "./redis-line.ts";
import { createSignOutChannel } from "./sign-out-channel.ts";

const TOKEN_CUT: TokenCut = { userId: "github:1", sessionId: "one" };

interface Process extends AsyncDisposable {
  readonly channel: SignOutChannel;
  readonly heardCuts: TokenCut[];
  readonly warnings: string[];
  missedCount: number;
  /** Settles when the process has handled a cut. */
  work: Promise<void>;
}

async function openProcess(url: string, prefix: string, patienceMs = 60_000): Promise<Process> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const line = createRedisLine({ url, warn });
  const channel = createSignOutChannel({ line, prefix, warn, patienceMs });
  const testProcess: Process = {
    channel,
    heardCuts: [],
    warnings,
    missedCount: 0,
    work: Promise.resolve(),
    [Symbol.asyncDispose]: () => line.close(),
  };
  channel.listen({
    async onCut(tokenCut) {
      testProcess.heardCuts.push(tokenCut);
      await testProcess.work;
    },
    onMissed: () => void testProcess.missedCount++,
  });
  await eventually(() => expect([channel.isConnected(), line.status()]).toEqual([true, "up"]));
  return testProcess;
}

const freshPrefix = () => `test-${crypto.randomUUID().slice(0, 8)}`;

withService("TEST_REDIS_URL", (url) => {
  it("reaches every other process, and waits until all of them are done", async () => {
    const prefix = freshPrefix();
    await using one = await openProcess(url, prefix);
    await using two = await openProcess(url, prefix);
    await using three = await openProcess(url, prefix);
    await using stranger = await openProcess(url, freshPrefix());
    const working = Promise.withResolvers<void>();
    three.work = working.promise;
    let isAnnounced = false;
    const telling = one.channel.announce(TOKEN_CUT).then(() => (isAnnounced = true));
    await eventually(() => expect([two.heardCuts, three.heardCuts]).toEqual([[TOKEN_CUT], [TOKEN_CUT]]));
    expect(isAnnounced).toBe(false);
    working.resolve();
    await telling;
    expect([...one.heardCuts, ...stranger.heardCuts]).not.toContainEqual(TOKEN_CUT);
    expect([one, two, three].flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it("does not wait when there is no other process, or for one that is gone", async () => {
    const prefix = freshPrefix();
    await using one = await openProcess(url, prefix);
    await one.channel.announce(TOKEN_CUT);
    const two = await openProcess(url, prefix);
    await two[Symbol.asyncDispose]();
    await one.channel.announce(TOKEN_CUT);
    expect(one.warnings).toEqual([]);
  });

  it("does not wait for ever for a process that hangs, and warns", async () => {
    const prefix = freshPrefix();
    await using one = await openProcess(url, prefix, 50);
    await using two = await openProcess(url, prefix);
    two.work = new Promise(() => {});
    await one.channel.announce(TOKEN_CUT);
    expect(one.warnings).toEqual([expect.stringContaining("not known whether all processes stopped")]);
  });

  it("knows when it may have missed something", async () => {
    await using proxy = await startCutProxy(url);
    await using one = await openProcess(proxy.url, freshPrefix());
    const before = one.missedCount;
    await proxy.disconnect();
    await eventually(() => expect(one.channel.isConnected()).toBe(false));
    await one.channel.announce(TOKEN_CUT);
    expect(one.warnings).toContainEqual(expect.stringContaining("not known whether all processes stopped"));
    await proxy.mend();
    await eventually(() => expect(one.channel.isConnected()).toBe(true));
    expect(one.missedCount).toBeGreaterThan(before);
  });
});
