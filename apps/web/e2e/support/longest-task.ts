import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  /** CPU time of the thread in microseconds, which other threads do not affect. */
  readonly tdur?: number;
}

/** Returns the longest task of the page during `act`, in milliseconds of its own CPU time. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const chromium = await page.context().newCDPSession(page);
  const tasks: number[] = [];
  chromium.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, tdur } of value as unknown as TraceEvent[]) if (name === "RunTask") tasks.push(tdur ?? 0);
  });
  const tracingComplete = new Promise((resolve) => void chromium.once("Tracing.tracingComplete", resolve));
  // Without the exclusion Chromium also traces its default categories, which costs more than most acts.
  const traceConfig = { includedCategories: ["disabled-by-default-devtools.timeline"], excludedCategories: ["*"] };
  await chromium.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await act();
  await chromium.send("Tracing.end");
  await tracingComplete;
  await chromium.detach();
  if (!tasks.some((task) => task > 0)) throw new Error("Chromium traced no task of the page.");
  return Math.max(...tasks) / 1_000;
}
