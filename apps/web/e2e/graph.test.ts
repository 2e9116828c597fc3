import { eventually } from "@knote/testkit";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { type Dashboard, startDashboard } from "./support/start-dashboard.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface Draft {
  readonly title: string;
  readonly note_type?: string;
  readonly tags?: readonly string[];
  readonly importance?: number;
}

async function write({ api }: Dashboard, draft: Draft): Promise<string> {
  const body = { content: "Because.", note_type: "fact", ...draft };
  return (await api("POST", "/api/workspace/notes", body)).body.id;
}

async function link({ api }: Dashboard, source_id: string, relation: string, target_id: string): Promise<void> {
  await api("POST", "/api/workspace/links", { source_id, target_id, relation });
}

/** A fact that a belief contradicts, and a decision that rests on it. */
async function writeThree(dashboard: Dashboard): Promise<void> {
  const fact = await write(dashboard, { title: "Naps restore attention", importance: 0.9, tags: ["sleep"] });
  const belief = await write(dashboard, { title: "Naps ruin the night", note_type: "belief" });
  const decision = await write(dashboard, { title: "I nap after lunch", note_type: "decision" });
  await link(dashboard, belief, "contradicts", fact);
  await link(dashboard, decision, "depends_on", fact);
}

const picture = (page: Page) => page.getByRole("application", { name: "Picture of the graph" });
const beside = (page: Page) => page.getByRole("complementary", { name: "Note beside" });
const shown = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
const settled = (page: Page) =>
  page.getByRole("button", { name: "Arrange anew" }).and(page.locator(":enabled")).waitFor();

it("draws a note where it can be clicked, and opens it beside", async () => {
  await using dashboard = await startDashboard();
  await write(dashboard, { title: "Naps restore attention" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await shown(page, "1 note, 0 links");
  const box = (await picture(page).boundingBox())!;
  // The only note is in the middle; it is drawn a moment after its picture's frame is there.
  await eventually(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(new URL(page.url()).searchParams.has("beside")).toBe(true);
  });
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("is walked by keys from note to note, read aloud, opened, focused on and left", async () => {
  await using dashboard = await startDashboard();
  await writeThree(dashboard);
  await write(dashboard, { title: "Lunch is at noon", importance: 0.1 });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await shown(page, "4 notes, 2 links");
  await settled(page);
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Naps restore attention, Fact, Contested. needed by 1, contradicted by 1.").waitFor();
  await page.keyboard.press("Enter");
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  await page.keyboard.press("f");
  await shown(page, "3 of 4 notes, 2 links");
  expect(new URL(page.url()).searchParams.get("around")).toBeTruthy();
  await page.keyboard.press("Escape");
  await beside(page).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await shown(page, "4 notes, 2 links");
  expect(new URL(page.url()).searchParams.get("around")).toBeNull();
  expect(watch.problems).toEqual([]);
});

it("shows what happens elsewhere at once: notes, links, states and removals", async () => {
  await using dashboard = await startDashboard();
  const first = await write(dashboard, { title: "Naps restore attention" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await shown(page, "1 note, 0 links");
  await picture(page).waitFor();
  const second = await write(dashboard, { title: "Naps ruin the night", note_type: "belief" });
  await shown(page, "2 notes, 0 links");
  await link(dashboard, second, "contradicts", first);
  await shown(page, "2 notes, 1 link");
  await page.getByRole("checkbox", { name: /Contested/ }).waitFor();
  await dashboard.api("DELETE", `/api/workspace/notes/${second}`);
  await shown(page, "1 note, 0 links");
  await page.getByRole("checkbox", { name: /Contested/ }).waitFor({ state: "detached" });
  expect(watch.problems).toEqual([]);
});

it("filters, finds and lists, each of which the address keeps", async () => {
  await using dashboard = await startDashboard();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await page.getByRole("checkbox", { name: /Belief/ }).uncheck();
  await shown(page, "2 of 3 notes, 1 of 2 links");
  await page.getByLabel("Find in the graph").fill("lunch");
  await shown(page, "1 found");
  await page.getByRole("button", { name: "List" }).click();
  const list = page.getByRole("list", { name: "Notes and their links" });
  await list.getByRole("link", { name: "I nap after lunch" }).waitFor();
  expect(await list.getByRole("article").count()).toBe(1);
  expect(await list.textContent()).toContain("depends on Naps restore attention");
  await page.reload();
  await shown(page, "2 of 3 notes, 1 of 2 links, 1 found");
  await page.getByLabel("Find in the graph").fill("");
  await page.getByRole("checkbox", { name: /Belief/ }).check();
  await list.getByText("contradicted by").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("keeps where the notes lie, and forgets it at signing out", async () => {
  await using dashboard = await startDashboard();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  const kept = () => page.evaluate(() => localStorage.getItem("knote.graph.local:owner"));
  await goto("/graph");
  await eventually(async () => expect(await kept()).toMatch(/^settled /));
  const before = await kept();
  await page.reload();
  await shown(page, "3 notes, 2 links");
  await settled(page);
  expect(await kept()).toBe(before);
  await page.getByRole("button", { name: /Owner/ }).first().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await eventually(async () => expect(await kept()).toBeNull());
  expect(watch.problems).toEqual([]);
});

it("without WebGL says so and shows the list", async () => {
  await using dashboard = await startDashboard();
  await writeThree(dashboard);
  const { page, context, watch, goto } = await dashboard.visit();
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await goto("/graph");
  await page.getByText("This browser offers no WebGL").waitFor();
  await page
    .getByRole("list", { name: "Notes and their links" })
    .getByRole("link", { name: "I nap after lunch" })
    .first()
    .waitFor();
  expect(await picture(page).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});

it("is accessible in both themes and on a phone, teaches while it is empty, and stands still when asked to", async () => {
  await using dashboard = await startDashboard();
  const { page, watch, goto } = await dashboard.visit({ reducedMotion: "reduce" });
  await goto("/graph");
  await page.getByText("No notes to draw yet").waitFor();
  await writeThree(dashboard);
  await shown(page, "3 notes, 2 links");
  await settled(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await seriousViolations(page)).toEqual([]);
  }
  const phone = await dashboard.visit(PHONE);
  await phone.goto("/graph");
  await shown(phone.page, "3 notes, 2 links");
  await phone.page.getByRole("button", { name: "Legend and filters" }).click();
  await phone.page.getByRole("checkbox", { name: /Decision/ }).waitFor();
  expect(await seriousViolations(phone.page)).toEqual([]);
  expect([...watch.problems, ...phone.watch.problems]).toEqual([]);
});
