import { createTestCluster, settingsFor, type TestCluster } from "@knote/storage-mongo/testing";
import { type ClusterUrls, type ServerProcess, startServerProcess } from "@knote/testkit";

export interface RunningCluster extends AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  /** The databases of the servers. */
  readonly installation: TestCluster;
  /** Starts another process, which is appended to `servers`. */
  start(): Promise<ServerProcess>;
}

interface StartClusterOptions {
  readonly processes: number;
  /** Addresses at which the servers find the services, when they differ from the test's. */
  readonly through?: ClusterUrls;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the processes of one service; its databases have names of their own, as the services may be shared. */
export async function startCluster(urls: ClusterUrls, options: StartClusterOptions): Promise<RunningCluster> {
  const parts = new AsyncDisposableStack();
  const close = () => parts.disposeAsync();
  const servers: ServerProcess[] = [];
  try {
    const installation = parts.use(await createTestCluster(urls));
    const env = { ...settingsFor(installation, options.through ?? urls), LOG_LEVEL: "warn", ...options.env };
    const start = async () => {
      const server = parts.use(await startServerProcess({ env }));
      servers.push(server);
      return server;
    };
    await Promise.all(Array.from({ length: options.processes }, start));
    return { servers, installation, start, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
