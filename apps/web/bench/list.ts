import type { Page } from "playwright-core";
import type { Visit } from "../e2e/support/start-dashboard.ts";
import { nextFrame } from "./gestures.ts";
import { type Figures, startRecording } from "./record.ts";
import { type Measure, spread } from "./tables.ts";

/** Pixels per turn of the wheel: several screens of notes. */
const TURN = 4_000;
const MOST_TURNS = 400;
/** No two start alike: an earlier search would come from the cache. */
const QUERIES = ["caching", "latency", "teams walk", "music"];

/** Scrolls through the whole list, which loads page by page. */
export async function benchList({ page, goto }: Visit): Promise<Figures> {
  await goto("/notes");
  await page.mouse.move(600, 500);
  const recording = await startRecording(page);
  for (let turn = 0; turn < MOST_TURNS && !(await isAtEnd(page)); turn++) {
    await page.mouse.wheel(0, TURN);
    await nextFrame(page);
  }
  return await recording.stop();
}

function isAtEnd(page: Page): Promise<boolean> {
  return page.getByRole("list", { name: "Notes" }).evaluate((list) => {
    const last = [...list.querySelectorAll("[aria-posinset]")].at(-1);
    return last?.getAttribute("aria-posinset") === last?.getAttribute("aria-setsize");
  });
}

/** Measures the time from each key to the frame that shows its results. */
export async function benchSearch({ page, goto }: Visit): Promise<Measure> {
  await page.addInitScript(noteAnswers);
  await goto("/notes");
  const field = page.getByLabel("Search notes");
  const times: number[] = [];
  for (const words of QUERIES) {
    await field.fill("");
    for (let length = 1; length <= words.length; length++) {
      // A trailing space sends no new search.
      if (words[length - 1] === " ") await field.press("Space");
      else times.push(await timeKey(page, words.slice(0, length)));
    }
  }
  return { name: "search as you type: from the key to its results, ms", ...spread(times), goal: "" };
}

declare global {
  interface Window {
    /** URLs whose response has arrived completely. */
    answeredUrls?: string[];
  }
}

/** Records completed responses itself: the browser's timings omit streams that are not read to their end. */
function noteAnswers(): void {
  const { fetch } = window;
  const answeredUrls: string[] = (window.answeredUrls = []);
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const [ours, theirs] = response.body.tee();
    const note = (): void => void answeredUrls.push(decodeURIComponent(response.url));
    // The client closes a stream once it has all its results, so the copy may fail: that counts as complete too.
    new Response(ours).text().then(note, note);
    const { status, headers } = response;
    return new Response(theirs, { status, headers });
  };
}

async function timeKey(page: Page, text: string): Promise<number> {
  await page.evaluate(() => addEventListener("input", () => performance.mark("typed"), { capture: true, once: true }));
  await page.keyboard.press(text.at(-1)!);
  // The star marks a search by prefix.
  await page.waitForFunction((urlPart) => window.answeredUrls?.some((url) => url.includes(urlPart)), `"q":"${text}*"`);
  return await page.evaluate(async () => {
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    // The first frame renders the results, the second shows them.
    await frame();
    await frame();
    return performance.now() - performance.getEntriesByName("typed").at(-1)!.startTime;
  });
}
