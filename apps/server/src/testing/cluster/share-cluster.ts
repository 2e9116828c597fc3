import { type Api, apiOf, type ClusterUrls, type OpenEvents, openEvents } from "@knote/testkit";
import { afterAll, beforeAll, vi } from "vitest";
import { type RunningCluster, startCluster } from "./start-cluster.ts";

/** Machines may be busy, and the stand-ins are slower than servers. */
const PATIENCE_MS = 120_000;
const STREAM = "GET /api/activity/stream?events=all";

export interface SharedCluster {
  readonly running: RunningCluster;
  /** Returns a client of the user for each process. */
  apisOf(userId: string): Promise<Api[]>;
  /** Opens the user's stream at one of the processes and waits for its greeting. */
  listen(userId: string, index: number, lastEventId?: string): Promise<OpenEvents>;
}

/** Starts the processes of one service for all tests of a file; calls `settings` before. */
export function shareCluster(
  urls: ClusterUrls,
  processes: number,
  settings: () => Promise<Record<string, string>> = async () => ({}),
): SharedCluster {
  let running: RunningCluster;
  vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
  beforeAll(async () => {
    running = await startCluster(urls, { processes, env: await settings() });
  });
  afterAll(() => running?.[Symbol.asyncDispose]());
  return {
    get running() {
      return running;
    },
    apisOf: (userId) => Promise.all(running.servers.map((server) => apiOf(server, userId))),
    async listen(userId, index, lastEventId) {
      const server = running.servers[index]!;
      const headers = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
      const stream = await openEvents(server.url, STREAM, { token: await server.token(userId), headers });
      await stream.waitForMessages(1);
      return stream;
    },
  };
}
