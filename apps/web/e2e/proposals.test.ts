import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function write(dashboard: Dashboard, title: string, content = "Because."): Promise<string> {
  const note = { title, content, note_type: "insight" };
  return (await dashboard.api("POST", "/api/workspace/notes", note)).body.id;
}

async function relations(dashboard: Dashboard): Promise<string[]> {
  const { body } = await dashboard.api("GET", "/api/graph/links");
  return body.links.map((link: { relation: string }) => link.relation).toSorted();
}

it("shows what a suggested link goes by, and links, retypes, dismisses and undoes by keys", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, "Our team lead is Sarah Chen");
  await write(
    dashboard,
    "Code reviews go to David",
    "We agreed on it in May. This depends on our team lead, Sarah Chen. It works.",
  );
  await write(dashboard, "Sleep consolidates memory", "It was measured in rats.");
  await write(dashboard, "Sleep does not consolidate memory", "It was measured in people.");
  await write(dashboard, "The sprint deadline is 28 March", "As the plan has it.");
  await write(dashboard, "The sprint deadline is 11 April", "As the new plan has it.");
  const isIndexed = async () => expect((await dashboard.api("GET", "/health")).body.pending).toBe(0);
  await eventually(isIndexed, { deadlineMs: 60_000 });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=suggestions");
  const lead = page.getByRole("article", { name: "Code reviews go to David depends on Our team lead is Sarah Chen" });
  const sleep = page.getByRole("article", { name: /^Sleep does not consolidate memory contradicts/ });
  const sprint = page.getByRole("article", { name: /^The sprint deadline is 11 April contradicts/ });
  for (const card of [lead, sleep, sprint]) await card.waitFor();
  await lead.locator("mark").getByText("This depends on our team lead, Sarah Chen").waitFor();
  expect(await sleep.locator("mark").textContent()).toBe("Sleep does not consolidate memory");
  expect(await seriousViolations(page)).toEqual([]);

  await lead.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("a");
  await page.getByText("Linked.").waitFor();
  await lead.waitFor({ state: "detached" });
  expect(await relations(dashboard)).toEqual(["depends_on"]);
  await page.keyboard.press("u");
  await lead.waitFor();
  await eventually(async () => expect(await relations(dashboard)).toEqual([]));

  await lead.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("r");
  await page.getByRole("group", { name: "Relation" }).waitFor();
  await page.keyboard.press("2");
  await lead.waitFor({ state: "detached" });
  await eventually(async () => expect(await relations(dashboard)).toEqual(["extends"]));

  await page.getByRole("button", { name: "contradicts (2)" }).click();
  expect(await sleep.getByRole("checkbox", { name: "Select" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Link 2 selected" }).click();
  await page.getByText("Linked 2 pairs.").waitFor();
  await eventually(async () => expect(await relations(dashboard)).toEqual(["contradicts", "contradicts", "extends"]));
  await page.keyboard.press("u");
  await sleep.waitFor();
  await eventually(async () => expect(await relations(dashboard)).toEqual(["extends"]));

  await sleep.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("x");
  await page.getByText("Dismissed.").waitFor();
  await sleep.waitFor({ state: "detached" });
  await page.getByText("How often suggestions were right").click();
  await page.getByRole("row", { name: /^one denies the other contradicts 0 1 0 % / }).waitFor();
  await page.reload();
  await sprint.waitFor();
  expect(await sleep.count()).toBe(0);
  // One alone needs no selecting.
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect(watch.problems).toEqual([]);
});

it("is accessible in dark and on a phone, and says when nothing is suggested", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, "Sleep consolidates memory", "It was measured in rats.");
  await write(dashboard, "Sleep does not consolidate memory", "It was measured in people.");
  for (const options of [{ colorScheme: "dark" }, { viewport: { width: 390, height: 780 }, hasTouch: true }] as const) {
    const { page, goto } = await dashboard.visit(options);
    await goto("/tend?kind=suggestions");
    await page.getByRole("article", { name: /^Sleep does not consolidate memory/ }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  const { body } = await dashboard.api("GET", "/api/graph/proposals");
  const decisions = body.proposals.map(({ key }: { key: string }) => ({ key, decision: "dismiss" }));
  await dashboard.api("POST", "/api/graph/proposals/decisions", { decisions });
  const { page, goto } = await dashboard.visit();
  await goto("/tend?kind=suggestions");
  await page.getByText("No suggested links.").waitFor();
});
