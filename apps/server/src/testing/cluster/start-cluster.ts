import { createTestCluster, settingsFor, type TestCluster } from "@knote/storage-mongo/testing";
import { type ClusterUrls, type ServerProcess, startServerProcess } from "@knote/testkit";

export interface RunningCluster extends AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  /** What they stand on. */
  readonly installation: TestCluster;
  /** One more process, behind the others in `servers`. */
  start(): Promise<ServerProcess>;
}

interface StartClusterOptions {
  readonly processes: number;
  /** Where the servers find the services, when that is not where the test does. */
  readonly through?: ClusterUrls;
  readonly env?: Readonly<Record<string, string>>;
}

/** Server processes that are one service, with names of its own on services that may be shared. */
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
