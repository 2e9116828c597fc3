import type { Page } from "playwright-core";
import type { Visit } from "../e2e/support/start-dashboard.ts";
import { panAndZoom } from "./gestures.ts";
import { type Figures, startRecording } from "./record.ts";
import { type Measure, spread } from "./tables.ts";

/** Longer than anybody watches. */
const SETTLED_WITHIN_MS = 90_000;

interface GraphFigures {
  readonly firstPicture: Omit<Measure, "name">;
  readonly atRest: Omit<Measure, "name">;
  readonly answerBytes: Omit<Measure, "name">;
  readonly figuresByAction: ReadonlyMap<string, Figures>;
}

/** Measures a first visit, panning and zooming during layout and at rest, and a second visit. */
export async function benchGraph({ page }: Visit): Promise<GraphFigures> {
  const figuresByAction = new Map<string, Figures>();
  const record = async (action: string, work: () => Promise<unknown>, sinceOpened = false): Promise<void> => {
    const recording = await startRecording(page, { sinceOpened });
    await work();
    figuresByAction.set(action, await recording.stop());
  };
  const bytesSoFar = await countAnswerBytes(page);
  const began = performance.now();
  await page.goto("/graph");
  await record("load, until it is drawn", () => waitUntilDrawn(page), true);
  const firstPicture = performance.now() - began;
  const bytes = bytesSoFar();
  await record("pan and zoom while it is laid out", () => panAndZoom(page));
  const isSettled = await waitUntilSettled(page);
  const atRest = performance.now() - began;
  await record("pan and zoom at rest", () => panAndZoom(page));
  await page.goto("/graph");
  await record("second visit, until it is drawn", () => waitUntilDrawn(page), true);
  return {
    firstPicture: { ...spread([firstPicture]), goal: "" },
    atRest: isSettled ? { ...spread([atRest]), goal: "" } : { p50: "–", worst: `> ${SETTLED_WITHIN_MS}`, goal: "" },
    answerBytes: { ...spread([bytes]), goal: "" },
    figuresByAction,
  };
}

/**
 * Counts the bytes that the page's calls receive from now on. Counts chunks of data, because the request of a
 * streamed answer never finishes.
 */
async function countAnswerBytes(page: Page): Promise<() => number> {
  const network = await page.context().newCDPSession(page);
  const calls = new Set<string>();
  let bytes = 0;
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (new URL(request.url).pathname.startsWith("/trpc/")) calls.add(requestId);
  });
  network.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (calls.has(requestId)) bytes += dataLength;
  });
  await network.send("Network.enable");
  return () => bytes;
}

/** Waits until a frame of the picture was shown. Titles cannot serve as the sign: zoomed out there are none. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.getByRole("application").locator("canvas").first().waitFor();
  await page.getByText(/^[\d,]+ notes, [\d,]+ links$/).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

function waitUntilSettled(page: Page): Promise<boolean> {
  const atRest = page.getByRole("button", { name: "Arrange again" }).and(page.locator(":enabled"));
  return atRest.waitFor({ timeout: SETTLED_WITHIN_MS }).then(
    () => true,
    () => false,
  );
}
