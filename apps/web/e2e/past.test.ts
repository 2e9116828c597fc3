import { DAY_MS } from "@knote/contract";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { importLines } from "./support/import-lines.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

/** How many days ago the notes were written, and which day is shown. */
const [ORIGIN, VIEW] = [60, 40];

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Writes a plan that rests on a note 60 days ago; today another replaces the note, and the plan is reworded. */
async function writeHistory(dashboard: Dashboard) {
  const created_at = `${dayBefore(ORIGIN)}T10:00:00.000Z`;
  const lineOf = (key: string, title: string) => ({
    note: { key, title, content: "Written long ago.", note_type: "fact", created_at },
  });
  await importLines(dashboard, [
    lineOf("ada", "Ada leads us"),
    lineOf("plan", "Reviews go to Ada"),
    { link: { source: "plan", target: "ada", relation: "depends_on", created_at } },
  ]);
  const { api } = dashboard;
  const { notes } = (await api("GET", "/api/graph/notes")).body;
  const idOf = (title: string): string => notes.find((note: { title: string }) => note.title === title).id;
  const [ada, plan] = [idOf("Ada leads us"), idOf("Reviews go to Ada")];
  await api("PUT", `/api/workspace/notes/${plan}`, { title: "Reviews go to Bo" });
  const bo = { title: "Bo leads us", content: "Since today.", note_type: "fact" };
  const { id } = (await api("POST", "/api/workspace/notes", bo)).body;
  await api("POST", "/api/workspace/links", { source_id: id, target_id: ada, relation: "supersedes" });
  return { ada, plan };
}

const bar = (page: Page) => page.getByRole("group", { name: "The past" });

it("shows every page as it was on a day, changes nothing there, and comes back to now", async () => {
  await using dashboard = await newcomer();
  const { plan } = await writeHistory(dashboard);
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  const writes: string[] = [];
  await goto("/notes");
  const list = page.getByRole("main");
  await list.getByText("Bo leads us").waitFor();
  await page.getByRole("link", { name: "New", exact: true }).waitFor();
  const supersededLabel = list.locator("[data-index]").getByText("superseded");
  await supersededLabel.waitFor();

  await page.keyboard.press("b");
  const picker = page.getByRole("dialog", { name: /as it was on/ });
  await picker.getByRole("button", { name: "A month ago" }).waitFor();
  // The notes are younger than a year.
  expect(await picker.getByRole("button", { name: "A year ago" }).count()).toBe(0);
  const field = picker.getByLabel("Day");
  expect(await field.getAttribute("min")).toBe(dayBefore(ORIGIN));
  expect(await field.getAttribute("max")).toBe(dayBefore(1));
  expect(await seriousViolations(page)).toEqual([]);
  await field.fill(dayBefore(VIEW));
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });
  await picker.getByRole("button", { name: "Show", exact: true }).click();

  await bar(page)
    .getByText(/1 note differs now/)
    .waitFor();
  await bar(page)
    .getByText(/Removed links are missing/)
    .waitFor();
  await list.getByText("Reviews go to Ada").waitFor();
  expect(await list.getByText("Bo leads us").count()).toBe(0);
  expect(await supersededLabel.count()).toBe(0);
  expect(await page.getByRole("link", { name: /^New/ }).count()).toBe(0);
  const since = bar(page).getByRole("link", { name: "What changed since" });
  expect(await since.getAttribute("href")).toBe(`/changes?since=${dayBefore(VIEW - 1)}`);
  expect(await page.getByRole("button", { name: "Select several" }).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  expect(await seriousViolations(page)).toEqual([]);

  // It stays the past on the next pages, after a reload, and on the way back.
  await list.getByRole("link", { name: "Reviews go to Ada" }).click();
  const beside = page.getByRole("complementary", { name: "Note beside" });
  await beside.getByRole("link", { name: "Ada leads us" }).waitFor();
  await page.keyboard.press("o");
  await page.getByRole("heading", { level: 1, name: "Reviews go to Ada" }).waitFor();
  expect(new URL(page.url()).searchParams.get("as_of")).toBe(dayBefore(VIEW));
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Reviews go to Ada" }).waitFor();
  for (const key of ["e", "p", "d", "z", "l", "Delete", "+"]) await page.keyboard.press(key);
  expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Link", exact: true }).count()).toBe(0);
  expect(await page.getByText("Needs review").count()).toBe(0);

  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.getByText(/2 notes/).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByText("This page has no past").waitFor();
  expect(await page.getByRole("navigation", { name: "What to tend" }).count()).toBe(0);
  await page.goBack();
  await page.getByText(/2 notes/).waitFor();
  await page.goto(`/notes/${plan}/edit?as_of=${dayBefore(VIEW)}`);
  await page.getByText("This page has no past").waitFor();
  await page.goto(`/notes/${plan}?as_of=${dayBefore(VIEW)}`);
  await page.getByRole("heading", { level: 1, name: "Reviews go to Ada" }).waitFor();
  expect(writes.filter((url) => !url.includes("/auth/token"))).toEqual([]);

  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1, name: "Reviews go to Bo" }).waitFor();
  await page.getByText("Needs review").waitFor();
  expect(await bar(page).count()).toBe(0);
  expect(new URL(page.url()).searchParams.has("as_of")).toBe(false);
  expect(watch.problems).toEqual([]);
});

it("searches and answers from the notes of then, and keeps such an answer apart", async () => {
  await using dashboard = await newcomer();
  await writeHistory(dashboard);
  await dashboard.whenIndexed();
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes?q=leads&as_of=${dayBefore(VIEW)}`);
  const list = page.getByRole("list", { name: "Notes" });
  await list.getByRole("link", { name: "Ada leads us" }).waitFor();
  expect(await list.getByRole("link").allInnerTexts()).toEqual(["Ada leads us"]);
  await page.keyboard.press("/");
  await page.keyboard.type("go to");
  const results = page.getByRole("listbox", { name: "Results" });
  await results.getByRole("option", { name: "Reviews go to Ada" }).waitFor();
  expect(await results.getByRole("option", { name: /^New note|Bo/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await bar(page).waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("? Who leads us?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByText(/^As of .*Ada leads us/).waitFor();
  await page.getByText(/^Answered by/).waitFor();
  expect(await answer.getByText(/Bo leads us/).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Save as a note" }).count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("knote.answers"))).toBeNull();
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("refuses to undo in the past what was done in the present", async () => {
  await using dashboard = await newcomer();
  const { ada } = await writeHistory(dashboard);
  const { page, goto } = await dashboard.visit();
  await goto(`/notes/${ada}`);
  const archive = async () => {
    await page.keyboard.press("z");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText(/^Note archived/).waitFor();
  };
  await archive();
  await page.keyboard.press("Control+k");
  await page.getByLabel("Command or note").fill("show dash");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "A month ago" }).click();
  await bar(page).waitFor();
  await page.keyboard.press("u");
  await page.getByText("This is the past: nothing can be changed here.").waitFor();
  const stateNow = async () => (await dashboard.api("GET", `/api/workspace/notes/${ada}`)).body.state;
  expect(await stateNow()).toBe("archived");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Command or note").fill("back");
  await page.keyboard.press("Enter");
  await bar(page).waitFor({ state: "detached" });
  await page.keyboard.press("u");
  await expect.poll(stateNow).toBe("superseded");
});

it("opens a note as it was with each of its revisions, and says where it was not written yet", async () => {
  await using dashboard = await newcomer();
  const { plan } = await writeHistory(dashboard);
  await dashboard.api("PUT", `/api/workspace/notes/${plan}`, { content: "Bo asked for it." });
  const { page, watch, goto } = await dashboard.visit({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await goto(`/notes/${plan}?tab=history`);
  await page.getByRole("link", { name: "As it was then with revision 2" }).click();
  await page.getByText("1 later revision is left out.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Reviews go to Bo" }).waitFor();
  expect(await page.getByText("Bo asked for it.").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Restore/ }).count()).toBe(0);
  await page.getByRole("link", { name: "As it was then with revision 1" }).click();
  await page.getByRole("heading", { level: 1, name: "Reviews go to Ada" }).waitFor();
  await page.getByText("2 later revisions are left out.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
  await page.goto(`/notes/${plan}?as_of=${dayBefore(ORIGIN + 1)}`);
  await page.getByText("No such note then").waitFor();
  await page.goto(`/notes?as_of=${dayBefore(ORIGIN + 1)}`);
  await page.getByText("No notes then").waitFor();
  // What no time of the past is, shows the present.
  await page.goto(`/notes?as_of=${dayBefore(-1)}`);
  await page.getByText("Bo leads us").waitFor();
  expect(await bar(page).count()).toBe(0);
});
