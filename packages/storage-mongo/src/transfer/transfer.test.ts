import { describeDataTransfer, withCluster } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { createTestCluster, type TestCluster } from "../testing/open-cluster.ts";
import { openClusterTransfer } from "./open-cluster-transfer.ts";

withCluster((urls) => {
  // Machines may be busy, and the stand-ins are slower than servers.
  vi.setConfig({ testTimeout: 120_000 });

  const openTransfer = ({ mongoUrl, qdrantUrl, database, prefix }: TestCluster) =>
    openClusterTransfer({ mongoUrl, qdrantUrl, database, prefix });

  describeDataTransfer("cluster", async () => {
    const cluster = await createTestCluster(urls);
    const side = await openTransfer(cluster);
    return {
      ...side,
      async [Symbol.asyncDispose]() {
        await side.close();
        await cluster[Symbol.asyncDispose]();
      },
    };
  });

  it("refuses a database that a server uses, and to serve one that is not complete", async () => {
    await using cluster = await createTestCluster(urls);
    const server = await cluster.open();
    await server.vectors.serve("model");
    // As every server does all the time.
    await server.vectors.due("model", 1);
    await expect(openTransfer(cluster)).rejects.toMatchObject({ code: "CONFLICT" });
    await server.close();
    const side = await openTransfer(cluster);
    await side.setMark({ source: "elsewhere", done: null });
    await side.close();
    await expect(cluster.open()).rejects.toThrow("is not complete: finish its knote migrate from elsewhere first.");
  });
});
