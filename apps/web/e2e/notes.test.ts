import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { importLines } from "./support/import-lines.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function writeNote(dashboard: Dashboard, title: string, more: object = {}): Promise<string> {
  const note = { title, content: "Because.", note_type: "fact", ...more };
  const { body } = await dashboard.api("POST", "/api/workspace/notes", note);
  return body.id;
}

it("searches as the user types, filters with one press, and keeps both in the URL", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "Naps restore attention", { tags: ["sleep"] });
  await writeNote(dashboard, "We take naps at noon", { note_type: "decision" });
  await writeNote(dashboard, "Coffee keeps awake");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await page.getByLabel("Search notes").fill("nap");
  await list.locator("mark", { hasText: "Naps" }).first().waitFor();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
  await page.getByRole("button", { name: "Decision", exact: true }).click();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  expect(new URL(page.url()).search).toBe("?q=nap&type=decision");
  expect(await seriousViolations(page)).toEqual([]);
  await page.reload();
  await list.getByText("We take").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("combobox", { name: "Tag …" }).fill("sl");
  await page.getByRole("option", { name: "#sleep" }).click();
  await list.getByText("restore attention").waitFor();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  expect(watch.problems).toEqual([]);
});

it("selects notes by keys, and deletes them together", async () => {
  await using dashboard = await newcomer();
  for (const title of ["One", "Two", "Three"]) await writeNote(dashboard, title);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  await page.getByText("Three").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Delete");
  await page.getByText("2 notes deleted.").waitFor();
  const titles = async () => {
    const { body } = await dashboard.api("GET", "/api/graph/notes");
    return body.notes.map((note: { title: string }) => note.title);
  };
  expect(await titles()).toEqual(["One"]);
  await page.keyboard.press("u");
  await expect.poll(titles).toEqual(["Three", "Two", "One"]);
  await page.getByRole("list", { name: "Notes" }).getByText("Two").waitFor();
  expect(watch.problems).toEqual([]);
});

it("selects notes on a phone, where no pointer hovers", async () => {
  await using dashboard = await newcomer();
  for (const title of ["One", "Two", "Three"]) await writeNote(dashboard, title);
  const { page, watch, goto } = await dashboard.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await goto("/notes");
  const box = (title: string) => page.getByRole("checkbox", { name: `Select “${title}”` });
  await page.getByText("Three").first().waitFor();
  expect(await box("Two").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Select several" }).tap();
  await box("Two").tap();
  await box("Three").tap();
  await page.getByText("2 selected").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Archive" }).tap();
  await page.getByText("2 notes archived.").waitFor();
  expect(await box("One").isVisible()).toBe(false);
  const { body } = await dashboard.api("GET", "/api/graph/notes?state=archived");
  expect(body.notes.map(({ title }: { title: string }) => title)).toEqual(["Three", "Two"]);
  expect(watch.problems).toEqual([]);
});

it("fetches a list once, even after notes have changed", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "Naps restore attention");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await list.getByText("Naps restore attention").waitFor();
  await writeNote(dashboard, "We take naps at noon", { note_type: "decision" });
  await list.getByText("We take naps at noon").waitFor();
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  const readings = () => requestedUrls.filter((url) => url.includes("notes.list")).length;
  await page.getByRole("button", { name: "Decision", exact: true }).click();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  // Any automatic refetch would have started before another page has loaded.
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await page.getByRole("heading", { level: 1, name: "Quota & pricing" }).waitFor();
  expect(readings()).toBe(1);
  await page.goBack();
  await list.getByText("We take naps at noon").waitFor();
  expect(readings()).toBe(1);
  expect(watch.problems).toEqual([]);
});

it("shows a note that was restored elsewhere once the page has the focus again", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Naps restore attention");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await list.getByText("Naps restore attention").waitFor();
  await dashboard.api("DELETE", `/api/workspace/notes/${id}`);
  await page.getByText("No notes yet").waitFor();
  await dashboard.api("POST", `/api/workspace/notes/${id}/restore`);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await list.getByText("Naps restore attention").waitFor();
  expect(watch.problems).toEqual([]);
});

it("refetches only visible pages when one of many notes changes", async () => {
  await using dashboard = await newcomer();
  await importLines(
    dashboard,
    Array.from({ length: 1_500 }, (_, index) => ({
      note: { title: `Claim ${index}`, content: "Because.", note_type: "fact" },
    })),
  );
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await list.getByRole("listitem").first().waitFor();
  // Scrolls to the end repeatedly, until all notes are loaded.
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.parentElement!.scrollTo(0, element.scrollHeight));
      return await list.getByRole("listitem").last().getAttribute("aria-setsize");
    })
    .toBe("1500");
  const listCalls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    listCalls.push(
      ...pathname
        .replace("/trpc/", "")
        .split(",")
        .filter((name) => name === "notes.list"),
    );
  });
  await list.evaluate((element) => element.parentElement!.scrollTo(0, 0));
  await writeNote(dashboard, "A new claim");
  await list.getByText("A new claim").waitFor();
  expect(listCalls.length).toBeLessThanOrEqual(3);
  expect(await list.getByRole("listitem").count()).toBeLessThan(60);
  expect(watch.problems).toEqual([]);
});

it("links from a tag to the notes that have it, and filters only by whole tags", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Naps restore attention", { tags: ["sleep", "a, b"] });
  await writeNote(dashboard, "Tea keeps awake", { tags: ["sleeplessness"] });
  const { page, watch, goto } = await dashboard.visit();
  const tagOfAddress = () => new URL(page.url()).searchParams.get("tag");
  await goto(`/notes/${id}`);
  await page.locator("article").getByRole("link", { name: "#sleep", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
  await page.getByText("Tea keeps awake").waitFor({ state: "detached" });
  expect(tagOfAddress()).toBe("sleep");

  await page.getByRole("link", { name: "#a, b", exact: true }).click();
  await page.getByRole("button", { name: "#a, b", exact: true }).waitFor();
  await page.getByRole("link", { name: "Naps restore attention" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Tea keeps awake").waitFor();

  const filter = page.getByRole("combobox", { name: "Tag …" });
  await filter.fill("slee");
  await page.getByRole("option", { name: "#sleeplessness" }).waitFor();
  await filter.press("Enter");
  await filter.blur();
  expect(tagOfAddress()).toBeNull();
  expect(await filter.inputValue()).toBe("");
  await filter.fill("Sleeplessness");
  await page.getByRole("option", { name: "#sleeplessness" }).waitFor();
  await filter.press("Enter");
  await page.getByText("Naps restore attention").waitFor({ state: "detached" });
  expect(tagOfAddress()).toBe("sleeplessness");
  expect(watch.problems).toEqual([]);
});
