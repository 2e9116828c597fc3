import { describeDataTransfer } from "@knote/testkit";
import { expect, it } from "vitest";
import { createSqliteStorage } from "../create-sqlite-storage.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openSqliteTransfer } from "./open-sqlite-transfer.ts";

describeDataTransfer("sqlite", async () => {
  const folder = temporaryFolder();
  const side = await openSqliteTransfer({ dataDir: folder.path });
  const dispose = () => side.close().finally(() => folder[Symbol.dispose]());
  return { ...side, [Symbol.asyncDispose]: dispose };
});

it("opens no data of an incomplete transfer, not even for a tool", async () => {
  using folder = temporaryFolder();
  const side = await openSqliteTransfer({ dataDir: folder.path });
  await expect(openSqliteTransfer({ dataDir: folder.path })).rejects.toMatchObject({ code: "CONFLICT" });
  await side.setMark({ source: "elsewhere", done: null });
  await side.close();
  for (const exclusive of [true, false]) {
    const opening = createSqliteStorage({ dataDir: folder.path, exclusive });
    await expect(opening).rejects.toThrow("is not complete: finish its knote migrate from elsewhere first.");
  }
  const again = await openSqliteTransfer({ dataDir: folder.path });
  await again.setMark(null);
  await again.close();
  await (await createSqliteStorage({ dataDir: folder.path })).close();
});
