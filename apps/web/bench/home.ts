import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { Dashboard } from "../e2e/support/start-dashboard.ts";
import { type Measure, spread } from "./tables.ts";

const DIST = join(import.meta.dirname, "../dist");
const ROUNDS = 5;
/** A page without a long task for this time is interactive. */
const QUIET_MS = 500;
/** The part of a task beyond this counts as blocking. */
const SHORT_MS = 50;

/** Measures first visits of Home, with empty caches. */
export async function benchHome(dashboard: Dashboard): Promise<Measure[]> {
  const visits = [];
  for (let round = 0; round < ROUNDS; round++) visits.push(await visitHome(dashboard));
  return [
    {
      name: "Home, first visit: from navigation until the notes show and the page is free, ms",
      ...spread(visits.map(({ interactive }) => interactive)),
      goal: "≤ 1,500",
    },
    { name: "of it blocked by long tasks, ms", ...spread(visits.map(({ blockedMs }) => blockedMs)), goal: "" },
    {
      name: "JavaScript that it loads, bytes gzipped",
      ...spread(visits.map(({ scriptBytes }) => scriptBytes)),
      goal: "≤ 200,000",
    },
  ];
}

async function visitHome(dashboard: Dashboard) {
  const { page, context } = await dashboard.visit();
  await using _context = context;
  const scripts = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.add(new URL(response.url()).pathname);
  });
  await page.goto("/", { waitUntil: "commit" });
  const times = await timeUntilFree(page);
  const sizes = await Promise.all([...scripts].map(gzippedBytes));
  return { ...times, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Resolves with the time when the first recent note was drawn or, if later, the last long task after it ended. */
function timeUntilFree(page: Page): Promise<{ readonly interactive: number; readonly blockedMs: number }> {
  return page.evaluate(
    async ({ quietMs, shortMs }) => {
      const tasks: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
      observer.observe({ type: "longtask", buffered: true });
      const frame = (): Promise<number> =>
        new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
      while (!document.querySelector("section[aria-labelledby=recent] li")) await frame();
      let free = await frame();
      while (performance.now() - free < quietMs) {
        await frame();
        tasks.push(...observer.takeRecords());
        free = Math.max(free, ...tasks.map(({ startTime, duration }) => startTime + duration));
      }
      const blockedMs = tasks.reduce((sum, { duration }) => sum + duration - shortMs, 0);
      return { interactive: free, blockedMs };
    },
    { quietMs: QUIET_MS, shortMs: SHORT_MS },
  );
}

async function gzippedBytes(path: string): Promise<number> {
  const file = join(DIST, path);
  return existsSync(`${file}.gz`) ? (await readFile(`${file}.gz`)).length : gzipSync(await readFile(file)).length;
}
