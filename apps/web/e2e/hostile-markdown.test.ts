import { LIMITS } from "@knote/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isReadable } from "@knote/formats/reading-effort";
import { HOSTILE_MARKDOWN, longestOf } from "../src/testing/hostile-markdown.ts";
import { longestTask } from "./support/longest-task.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import { type Dashboard, PATIENCE_MS, type Visit } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

const STANDSTILL_MS = 500;
const TEXTS = Object.entries(HOSTILE_MARKDOWN);

// The page is already open, as for a reader: it does not load, but shows one note after another.
let dashboard: Dashboard;
let visit: Visit;

beforeAll(async () => {
  dashboard = await newcomer();
  visit = await dashboard.visit();
  await visit.goto(`/notes/${await writeNote("Naps help", "Because they **do**.")}`);
  await visit.page.locator("article strong").waitFor();
}, PATIENCE_MS);

afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe("a page stays responsive", () => {
  it.each(TEXTS)("for a note of %s", async (name, hostile) => {
    for (const text of [longestRead(hostile), hostile(LIMITS.contentLength).slice(0, LIMITS.contentLength)]) {
      const title = `${name}, ${text.length} characters`;
      const path = `/notes/${await writeNote(title, text)}`;
      const longest = await longestTask(visit.page, () => open(path, title));
      expect(longest, title).toBeLessThan(STANDSTILL_MS);
    }
  });

  it("for lists that show excerpts of such notes", async () => {
    const { page } = visit;
    const longest = await longestTask(page, async () => {
      await go("/");
      await page.getByRole("heading", { name: "Recent notes" }).waitFor();
      await go("/notes");
      await page.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
      await page.evaluate(whenDrawn);
    });
    expect(longest).toBeLessThan(STANDSTILL_MS);
  });

  it.each(["nested emphasis", "lists in a line", "entities"])("for a preview of %s", async (name) => {
    const { page, goto } = await dashboard.visit();
    await goto("/notes/new");
    await page.getByLabel("Explanation").fill(longestRead(HOSTILE_MARKDOWN[name]!));
    const longest = await longestTask(page, async () => {
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByLabel("Explanation").waitFor({ state: "detached" });
      await page.evaluate(whenDrawn);
    });
    await page.close();
    expect(longest).toBeLessThan(STANDSTILL_MS);
  });
});

it("says that a text is shown as written, and shows all of it", async () => {
  const { page, watch } = visit;
  const text = "1) ".repeat(3_300).trim();
  await open(`/notes/${await writeNote("Lists in lists", text)}`, "Lists in lists");
  const article = page.locator("article");
  await article.getByText("too much formatting to display").waitFor();
  expect(await article.innerText()).toContain(text);
  expect(watch.problems).toEqual([]);
});

async function writeNote(title: string, content: string): Promise<string> {
  const { status, body } = await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" });
  if (status !== 201) throw new Error(`${title}: ${JSON.stringify(body)}`);
  return body.id;
}

async function open(path: string, title: string): Promise<void> {
  await go(path);
  await visit.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await visit.page.evaluate(whenDrawn);
}

/** Navigates as a link of the page does. */
async function go(path: string): Promise<void> {
  await visit.page.evaluate((place) => window.history.pushState({}, "", place), path);
}

async function whenDrawn(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/** Returns the most expensive text of this kind that is still formatted. */
function longestRead(hostile: (length: number) => string): string {
  return longestOf(hostile, LIMITS.contentLength, isReadable);
}
