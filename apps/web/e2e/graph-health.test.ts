import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function write({ api }: Dashboard, title: string): Promise<string> {
  return (await api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact" })).body.id;
}

/** Writes eleven notes, nine of which rest on the first; `shaken` of them on one more that is replaced. */
async function writeGraph(dashboard: Dashboard, shaken: number): Promise<void> {
  const link = (source_id: string, relation: string, target_id: string) =>
    dashboard.api("POST", "/api/workspace/links", { source_id, target_id, relation });
  const [ground, team, newTeam] = [
    await write(dashboard, "The ground"),
    await write(dashboard, "Seokjin leads the team"),
    await write(dashboard, "Jihoon leads the team"),
  ];
  for (let index = 0; index < 9; index++) {
    const claim = await write(dashboard, `Claim ${index}`);
    await link(claim, "depends_on", ground);
    if (index < shaken) await link(claim, "depends_on", team);
  }
  await link(newTeam, "supersedes", team);
}

it("shows both figures and what would help most, and moves with a look in one of them", async () => {
  await using dashboard = await newcomer();
  await writeGraph(dashboard, 2);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=orphans");
  const panel = page.getByRole("region", { name: "How sound your graph is" });
  await panel.getByText("10 notes bear others or rest on one; 2 are open.").waitFor();
  expect(await panel.getByRole("definition").allTextContents()).toEqual(["80 %", "80 %"]);
  const lines = panel.getByRole("list", { name: "What would help most" });
  await lines.getByText("notes rest on “Seokjin leads the team”").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await lines.getByRole("link", { name: "Settle" }).click();
  await page.getByRole("article", { name: /Claim 1 rests on/ }).waitFor();
  await page.keyboard.press("x");
  await panel.getByText("1 is open.").waitFor();
  expect(await panel.getByRole("definition").allTextContents()).toEqual(["90 %", "80 %"]);
  await panel.getByText("In 30 days: 1 by a look.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("shows the circle of notes that rest on each other", async () => {
  await using dashboard = await newcomer();
  await writeGraph(dashboard, 0);
  const { api } = dashboard;
  const [hen, egg] = [await write(dashboard, "The hen comes first"), await write(dashboard, "The egg comes first")];
  for (const [source_id, target_id] of [
    [hen, egg],
    [egg, hen],
  ])
    await api("POST", "/api/workspace/links", { source_id, target_id, relation: "depends_on" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=orphans");
  const line = page.getByRole("listitem").filter({ hasText: "circle of notes that rest on each other" });
  await line.getByRole("link", { name: "Settle" }).click();
  await page.getByRole("group", { name: "Circles" }).waitFor();
  await page.getByText("2 of 14 notes").first().waitFor();
  await page.getByRole("button", { name: "List", exact: true }).click();
  await page.getByRole("link", { name: "The hen comes first" }).first().waitFor();
  expect(await page.getByRole("link", { name: "The ground" }).count()).toBe(0);
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await page.getByRole("link", { name: "The ground" }).first().waitFor();
  expect(watch.problems).toEqual([]);
});

it("says nothing while little rests on anything", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, "Alone");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=orphans");
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("region", { name: "How sound your graph is" }).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});
