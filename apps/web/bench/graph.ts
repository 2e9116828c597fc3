/**
 * How the graph and the list of notes feel with many notes: `node apps/web/bench/graph.ts [notes …]`. Real Chromium
 * against the real server. Where there is no GPU, WebGL is software (SwiftShader), and so are these figures.
 */
import type { Page } from "playwright-core";
import { ensureBuilt, importNotes } from "./prepare.ts";
import { type Figures, startRecording } from "./record.ts";
import { startDashboard, type Visit } from "../e2e/support/start-dashboard.ts";

const SIZES = process.argv.slice(2).map(Number).filter(Boolean);
const SETTLED_WITHIN_MS = 300_000;
const NOTHING: Figures = { frames: 0, "frame p50 ms": 0, "frame p95 ms": 0, "long tasks": 0, "longest ms": 0 };

await ensureBuilt();
for (const notes of SIZES.length > 0 ? SIZES : [2_000, 10_000]) {
  await using dashboard = await startDashboard();
  const links = await importNotes(dashboard, notes);
  const visit = await dashboard.visit({ viewport: { width: 1280, height: 800 } });
  const { page } = visit;
  console.log(`\n${notes} notes, ${links} links; WebGL: ${await renderer(page)}`);
  console.table(Object.fromEntries([...(await ofGraph(visit)), ...(await ofList(visit))]));
}

async function ofGraph({ page }: Visit): Promise<[string, Figures][]> {
  const rows: [string, Figures][] = [];
  const began = performance.now();
  await page.goto("/graph");
  const loading = await startRecording(page, { sinceOpened: true });
  await page.getByRole("application").locator("canvas").first().waitFor();
  await page.getByRole("status").filter({ hasText: /links/ }).waitFor();
  rows.push([`load until drawn (${seconds(began)})`, await loading.stop()]);
  const arranging = await startRecording(page);
  await pan(page);
  rows.push(["pan and zoom while it is laid out", await arranging.stop()]);
  await page
    .getByRole("button", { name: "Arrange anew" })
    .and(page.locator(":enabled"))
    .waitFor({ timeout: SETTLED_WITHIN_MS });
  rows.push([`laid out (${seconds(began)})`, NOTHING]);
  const resting = await startRecording(page);
  await pan(page);
  rows.push(["pan and zoom at rest", await resting.stop()]);
  const again = performance.now();
  await page.goto("/graph");
  const second = await startRecording(page, { sinceOpened: true });
  await page.getByRole("status").filter({ hasText: /links/ }).waitFor();
  rows.push([`second visit (${seconds(again)})`, await second.stop()]);
  return rows;
}

async function ofList({ page, goto }: Visit): Promise<[string, Figures][]> {
  await goto("/notes");
  const recording = await startRecording(page);
  await page.mouse.move(600, 500);
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 400);
    await nextFrame(page);
  }
  return [["scroll the list of notes", await recording.stop()]];
}

/** Drags, and turns the wheel in and out again. */
async function pan(page: Page): Promise<void> {
  await page.mouse.move(700, 450);
  await page.mouse.down();
  for (let step = 0; step < 30; step++) {
    await page.mouse.move(700 + Math.sin(step / 5) * 150, 450 + Math.cos(step / 5) * 100);
    await nextFrame(page);
  }
  await page.mouse.up();
  for (let step = 0; step < 20; step++) {
    await page.mouse.wheel(0, step < 10 ? -120 : 120);
    await nextFrame(page);
  }
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}

function renderer(page: Page): Promise<string> {
  return page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const info = gl?.getExtension("WEBGL_debug_renderer_info");
    return String(info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL));
  });
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
