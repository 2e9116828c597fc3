import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { importLines } from "./support/import-lines.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

const TITLES = ["Looking back", "To be or not to be"];
const WORDS = "Looking back, looking back again, and to be or not to be looking back at what was looked for.";

/** Returns the first entry of the list. */
async function firstOf(page: Page, list: string): Promise<string> {
  return await page.getByRole("listbox", { name: list }).getByRole("option").first().innerText();
}

it.each(TITLES)("finds “%s” first in every search, however often other notes contain it", async (title) => {
  await using dashboard = await newcomer();
  const others = Array.from({ length: 100 }, (_, index) => ({ title: `Back ${index}`, content: WORDS }));
  const notes = [...TITLES.map((one) => ({ title: one, content: "-" })), ...others];
  await importLines(
    dashboard,
    notes.map((note) => ({ note: { ...note, note_type: "fact" } })),
  );
  const { body } = await dashboard.api("GET", "/api/graph/notes?q=back&limit=1");
  const { page, watch, goto } = await dashboard.visit();
  const first = (list: string) => expect.poll(() => firstOf(page, list)).toBe(title);
  await goto(`/notes/${body.notes[0].id}`);
  await page.keyboard.press("/");
  await page.keyboard.type(title.toLowerCase());
  await first("Results");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(title);
  await first("Commands and notes");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("l");
  await page.keyboard.type(title);
  await first("Found notes");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.keyboard.type(`[[${title}`);
  await first("Titles");
  expect(watch.problems).toEqual([]);
});

/** A page with two notes, where the search for "tid…" waits for its `answer`. */
async function visitSlowSearch(dashboard: Dashboard) {
  const notes = ["Naps restore attention", "Tides turn twice a day"].map((title) => ({ title, content: "-" }));
  await importLines(
    dashboard,
    notes.map((note) => ({ note: { ...note, note_type: "fact" } })),
  );
  const visit = await dashboard.visit();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  await visit.page.route("**/trpc/**tid*", async (route) => {
    await promise;
    await route.continue();
  });
  return { ...visit, answer };
}

it("takes no title that was found for earlier input", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto, answer } = await visitSlowSearch(dashboard);
  await goto("/notes/new");
  const explanation = page.getByLabel("Explanation");
  await explanation.focus();
  await page.keyboard.type("[[n");
  await page.getByRole("option", { name: /Naps restore/ }).waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("tid");
  await page.keyboard.press("Enter");
  expect(await explanation.inputValue()).toBe("[[tid");
  answer();
  await expect.poll(() => explanation.inputValue()).toBe("Tides turn twice a day");
  expect(watch.problems).toEqual([]);
});

it("opens no note that the palette found for earlier input", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto, answer } = await visitSlowSearch(dashboard);
  await goto("/settings");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nap");
  await page.getByRole("option", { name: /Naps restore/ }).waitFor();
  await page.getByRole("combobox", { name: "Command or note" }).press("Control+a");
  await page.keyboard.type("tid");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  answer();
  await page.getByRole("heading", { name: "Tides turn twice a day" }).waitFor();
  expect(await page.getByRole("heading", { name: "Naps restore attention" }).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});
