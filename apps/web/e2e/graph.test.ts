import { eventually } from "@knote/testkit";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

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

/** Writes a fact, a belief that contradicts it and a decision that depends on it. */
async function writeThree(dashboard: Dashboard): Promise<void> {
  const fact = await write(dashboard, { title: "Naps restore attention", importance: 0.9, tags: ["sleep"] });
  const belief = await write(dashboard, { title: "Naps ruin the night", note_type: "belief" });
  const decision = await write(dashboard, { title: "I nap after lunch", note_type: "decision" });
  await link(dashboard, belief, "contradicts", fact);
  await link(dashboard, decision, "depends_on", fact);
}

const picture = (page: Page) => page.getByRole("application", { name: "Picture of the graph" });
const beside = (page: Page) => page.getByRole("complementary", { name: "Note beside" });
const waitForStatus = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
const waitUntilSettled = (page: Page) =>
  page.getByRole("button", { name: "Arrange again" }).and(page.locator(":enabled")).waitFor();

it("draws a note where it can be clicked, and opens it beside", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, { title: "Naps restore attention" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await waitForStatus(page, "1 note, 0 links");
  const box = (await picture(page).boundingBox())!;
  // The only note is in the middle; it is drawn a moment after the picture appears.
  await eventually(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(new URL(page.url()).searchParams.has("beside")).toBe(true);
  });
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("lets keys walk from note to note, announces each, opens it, focuses on it and leaves", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  await write(dashboard, { title: "Lunch is at noon", importance: 0.1 });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await waitForStatus(page, "4 notes, 2 links");
  await waitUntilSettled(page);
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Naps restore attention, Fact, Contested. needed by 1, contradicted by 1.").waitFor();
  await page.keyboard.press("Enter");
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  await page.keyboard.press("f");
  await waitForStatus(page, "3 of 4 notes, 2 links");
  expect(new URL(page.url()).searchParams.get("around")).toBeTruthy();
  await page.keyboard.press("Escape");
  await beside(page).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await waitForStatus(page, "4 notes, 2 links");
  expect(new URL(page.url()).searchParams.get("around")).toBeNull();
  expect(watch.problems).toEqual([]);
});

it("shows changes from elsewhere at once: notes, links, states, deletions and restorations", async () => {
  await using dashboard = await newcomer();
  const first = await write(dashboard, { title: "Naps restore attention" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await waitForStatus(page, "1 note, 0 links");
  await picture(page).waitFor();
  const second = await write(dashboard, { title: "Naps ruin the night", note_type: "belief" });
  await waitForStatus(page, "2 notes, 0 links");
  await link(dashboard, second, "contradicts", first);
  await waitForStatus(page, "2 notes, 1 link");
  await page.getByRole("checkbox", { name: /Contested/ }).waitFor();
  await dashboard.api("DELETE", `/api/workspace/notes/${second}`);
  await waitForStatus(page, "1 note, 0 links");
  await page.getByRole("checkbox", { name: /Contested/ }).waitFor({ state: "detached" });
  await dashboard.api("POST", `/api/workspace/notes/${second}/restore`);
  await waitForStatus(page, "2 notes, 1 link");
  await page.getByRole("checkbox", { name: /Contested/ }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("filters, finds and lists, and keeps all of it in the URL", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await page.getByRole("checkbox", { name: /Belief/ }).uncheck();
  await waitForStatus(page, "2 of 3 notes, 1 of 2 links");
  await page.getByLabel("Find in the graph").fill("lunch");
  await waitForStatus(page, "1 found");
  await page.getByRole("button", { name: "List" }).click();
  const list = page.getByRole("list", { name: "Notes and their links" });
  await list.getByRole("link", { name: "I nap after lunch" }).waitFor();
  expect(await list.getByRole("article").count()).toBe(1);
  expect(await list.textContent()).toContain("depends on Naps restore attention");
  await page.reload();
  await waitForStatus(page, "2 of 3 notes, 1 of 2 links, 1 found");
  await page.getByLabel("Find in the graph").fill("");
  await page.getByRole("checkbox", { name: /Belief/ }).check();
  await list.getByText("contradicted by").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("stores the positions of the notes until the user signs out", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  const storedLayout = () => page.evaluate((id) => localStorage.getItem(`knote.graph.${id}`), dashboard.userId);
  await goto("/graph");
  await eventually(async () => expect(await storedLayout()).toMatch(/^settled /));
  const before = await storedLayout();
  await page.reload();
  await waitForStatus(page, "3 notes, 2 links");
  await waitUntilSettled(page);
  expect(await storedLayout()).toBe(before);
  await page
    .getByRole("button", { name: /person-/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await eventually(async () => expect(await storedLayout()).toBeNull());
  expect(watch.problems).toEqual([]);
});

it("recovers after the browser has stopped the graphics", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  const { page, goto } = await dashboard.visit();
  await goto("/graph");
  await waitUntilSettled(page);
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.sigma-nodes")!;
    const graphics = canvas.getContext("webgl2")!.getExtension("WEBGL_lose_context")!;
    graphics.loseContext();
    document.addEventListener("give-back", () => graphics.restoreContext(), { once: true });
  });
  const notice = page.getByRole("alert").filter({ hasText: "stopped the graphics" });
  await notice.getByRole("button", { name: "Show the list for now" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event("give-back")));
  await notice.waitFor({ state: "detached" });
  await waitUntilSettled(page);
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Naps restore attention, Fact, Contested.").waitFor();
});

it("handles touch: a tap opens a note, and two fingers zoom", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, { title: "Naps restore attention" });
  const { page, context, watch, goto } = await dashboard.visit({ ...PHONE, isMobile: true });
  await goto("/graph");
  await waitUntilSettled(page);
  const { x, y, width, height } = (await picture(page).boundingBox())!;
  const middle = { x: x + width / 2, y: y + height / 2 };
  await page.touchscreen.tap(middle.x, middle.y);
  const sheet = page.getByRole("dialog", { name: "Note" });
  await sheet.getByRole("heading", { name: "Naps restore attention" }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  // WebGL's drawing cannot be read back, but a title moves away from its note as the note grows.
  const titles = () =>
    page.evaluate(() => document.querySelector<HTMLCanvasElement>("canvas.sigma-labels")!.toDataURL());
  const before = await titles();
  const chromium = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    chromium.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [-apart, apart].map((dx, id) => ({ x: middle.x + dx, y: middle.y, id })),
    });
  await touch("touchStart", 20);
  for (const apart of [40, 60, 80, 100]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await eventually(async () => expect((await titles()) === before).toBe(false));
  expect(watch.problems).toEqual([]);
});

it("can be read as a list with keys only", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/graph");
  await waitUntilSettled(page);
  await page.keyboard.press("l");
  const list = page.getByRole("list", { name: "Notes and their links" });
  await list.getByText("contradicted by").waitFor();
  await page.getByRole("button", { name: "Picture" }).focus();
  const isFocused = (name: string) =>
    page.evaluate((text) => document.activeElement?.textContent?.trim() === text, name);
  // Tab past the filters first.
  await eventually(async () => {
    await page.keyboard.press("Tab");
    expect(await isFocused("Naps restore attention")).toBe(true);
  });
  await page.keyboard.press("Enter");
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  await page.keyboard.press("Escape");
  await beside(page).waitFor({ state: "detached" });
  await page.keyboard.press("l");
  await picture(page).waitFor();
  expect(watch.problems).toEqual([]);
});

it("shows a note's linked notes on its page, and the notes beyond them", async () => {
  await using dashboard = await newcomer();
  await writeThree(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  const { notes } = (await dashboard.api("GET", "/api/graph/notes?q=lunch")).body;
  await goto(`/notes/${notes[0].id}?tab=around`);
  const around = page.getByRole("group", { name: "Linked notes" });
  await page.getByText("1 linked note, and 1 beyond it.").waitFor();
  await around.getByRole("link", { name: "depends on: Naps restore attention" }).focus();
  await page.keyboard.press("Enter");
  await beside(page).getByRole("heading", { name: "Naps restore attention" }).waitFor();
  const { notes: beliefs } = (await dashboard.api("GET", "/api/graph/notes?q=ruin")).body;
  await dashboard.api("POST", "/api/workspace/links", {
    source_id: notes[0].id,
    target_id: beliefs[0].id,
    relation: "contradicts",
  });
  await around.getByRole("link", { name: "contradicts: Naps ruin the night" }).waitFor();
  await page.getByText("2 linked notes.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("without WebGL says so and shows the list", async () => {
  await using dashboard = await newcomer();
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

it("is accessible in both themes and on a phone, explains itself while empty, and keeps still on request", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit({ reducedMotion: "reduce" });
  await goto("/graph");
  await page.getByText("No notes to draw yet").waitFor();
  await writeThree(dashboard);
  await waitForStatus(page, "3 notes, 2 links");
  await waitUntilSettled(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await seriousViolations(page)).toEqual([]);
  }
  const phone = await dashboard.visit(PHONE);
  await phone.goto("/graph");
  await waitForStatus(phone.page, "3 notes, 2 links");
  await phone.page.getByRole("button", { name: "Legend and filters" }).click();
  await phone.page.getByRole("checkbox", { name: /Decision/ }).waitFor();
  expect(await seriousViolations(phone.page)).toEqual([]);
  expect([...watch.problems, ...phone.watch.problems]).toEqual([]);
});
