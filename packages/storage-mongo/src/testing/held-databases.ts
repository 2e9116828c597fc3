import type { ClusterUrls } from "@knote/testkit";
import { createHold } from "./create-hold.ts";
import { startOddServer } from "./odd-server.ts";
import type { TestCluster } from "./open-cluster.ts";
import { startSlowTenant } from "./slow-tenant.ts";

/** Proxies to the databases that can stop answering one user. */
export interface HeldDatabases extends AsyncDisposable {
  readonly urls: ClusterUrls;
  /** From now on holds all of the user's commands. */
  hold(cluster: Pick<TestCluster, "raw">, sub: string): Promise<void>;
  /** How many of the user's commands MongoDB holds at this moment. */
  count(): number;
  release(): void;
}

export async function startHeldDatabases(urls: ClusterUrls): Promise<HeldDatabases> {
  const parts = new AsyncDisposableStack();
  const hold = createHold();
  let heldUser: string | null = null;
  const mongo = parts.use(await startOddServer(urls.mongoUrl, hold.answer));
  const fateOf = (body: string) => (heldUser !== null && body.includes(heldUser) ? "hold" : "answer");
  const qdrant = parts.use(await startSlowTenant(urls.qdrantUrl, fateOf));
  return {
    urls: { ...urls, mongoUrl: mongo.url, qdrantUrl: qdrant.url },
    async hold({ raw }, sub) {
      const user = await raw.collection("users").findOne({ sub });
      hold.hold(String(user!["owner"]));
      heldUser = sub;
    },
    count: hold.count,
    release() {
      heldUser = null;
      hold.release();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
