import { withService } from "@knote/testkit";
import { createConnection } from "mongoose";
import { expect, it } from "vitest";
import { createDatabase } from "./open-database.ts";
import { startWireMeter } from "./wire-meter.ts";

withService("TEST_MONGODB_URL", (url) => {
  it("counts commands, documents and bytes, but none of the driver's own commands", { timeout: 120_000 }, async () => {
    await using database = await createDatabase(url);
    await using meter = await startWireMeter(url);
    const connection = await createConnection(meter.url, { dbName: database.name }).asPromise();
    const things = connection.getClient().db(database.name).collection<{ _id: string; text: string }>("things");
    expect(meter.traffic()).toMatchObject({ commands: 0, bytesSent: 0, bytesReceived: 0 });
    await things.insertMany(["a", "b", "c"].map((_id) => ({ _id, text: "x".repeat(1_000) })));
    const traffic = meter.traffic();
    expect(traffic).toMatchObject({ commands: 1, documentsRead: 0, documentsWritten: 3 });
    expect(traffic.bytesSent).toBeGreaterThan(3_000);
    expect(traffic.bytesReceived).toBeLessThan(1_000);
    expect(await things.find({}).toArray()).toHaveLength(3);
    await things.findOneAndUpdate({ _id: "a" }, { $set: { text: "y" } });
    expect(meter.traffic()).toMatchObject({ commands: 3, documentsRead: 4, documentsWritten: 4 });
    expect(meter.traffic().bytesReceived).toBeGreaterThan(4_000);
    await connection.close();
  });
});
