import assert from "node:assert/strict";
import { eventually } from "@knote/testkit";
import type { Page } from "playwright-core";
import { PATIENCE_MS } from "./start-dashboard.ts";

/** Drags files or folders of the disk over the page, and drops them if `isDropped`. */
export async function dragFiles(page: Page, paths: readonly string[], { isDropped = true } = {}): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = async (type: "dragEnter" | "dragOver" | "drop"): Promise<void> => {
    await chromium.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  };
  // What takes the files is loaded after the page.
  await eventually(
    async () => {
      await send("dragEnter");
      await send("dragOver");
      assert.ok(
        await page
          .getByText(/Drop to import|The past is read-only|An import is under way/)
          .first()
          .isVisible(),
      );
    },
    { deadlineMs: PATIENCE_MS },
  );
  if (isDropped) await send("drop");
  await chromium.detach();
}
