import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function decide({ api }: Dashboard, title: string, stance?: object): Promise<string> {
  const { body } = await api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "decision" });
  if (stance) await api("PUT", `/api/workspace/notes/${body.id}/stance`, stance);
  return body.id;
}

async function stanceOf({ api }: Dashboard, id: string) {
  return (await api("GET", `/api/workspace/notes/${id}/stance`)).body;
}

/** Writes as many decisions as a curve needs, as if they had been made long ago: only then are they scored. */
async function settleMany(dashboard: Dashboard): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < 24; index++)
    ids.push(await decide(dashboard, `Plan ${index}`, { confidence: 0.05 + (index % 6) * 0.18 }));
  using db = new DatabaseSync(join(dashboard.server.dataDir, "knote.db"), { timeout: 30_000 });
  db.exec("UPDATE stances SET at = '2026-01-01T00:00:00.000Z'");
  for (const [index, id] of ids.entries()) {
    const outcome = index % 6 > (index % 4) + 1 ? "came_true" : "came_false";
    await dashboard.api("PUT", `/api/workspace/notes/${id}/outcome`, { outcome });
  }
}

it("keeps on a note's page how sure one is and what came, by keys, and shows the log", async () => {
  await using dashboard = await newcomer();
  const id = await decide(dashboard, "We use Postgres");
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${id}`);
  const card = page.getByRole("region", { name: "How sure are you?" });
  await card.getByText("before you know").waitFor();

  await page.keyboard.press("h");
  await page.getByRole("slider", { name: "How sure are you that it comes true?" }).fill("70");
  await page.getByRole("textbox", { name: "What do you expect?" }).fill("It carries the load.");
  await page.getByLabel("Look again on").fill("2026-06-01");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await card.getByText("70 % sure. Look again on June 1, 2026.").waitFor();
  await card.getByText("Expected: It carries the load.").waitFor();
  expect(await stanceOf(dashboard, id)).toMatchObject({ confidence: 0.7, review_on: "2026-06-01", outcome: null });

  await page.keyboard.press("v");
  await page.getByRole("radio", { name: "It came false" }).check();
  await page.getByRole("textbox", { name: "What came, in your words" }).fill("It fell over.");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const settledCard = page.getByRole("region", { name: "What came of it" });
  await settledCard.getByRole("paragraph").filter({ hasText: "It came false: It fell over." }).waitFor();
  await settledCard.getByText("You were 70 % sure.").waitFor();
  await page.keyboard.press("u");
  await card.getByText("70 % sure. Look again on June 1, 2026.").waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Record what came" }).waitFor();
  await card.getByText("Log").click();
  await card.getByRole("list", { name: "Log" }).getByText("Outcome withdrawn").waitFor();
  expect((await stanceOf(dashboard, id)).outcomes).toHaveLength(2);

  const fact = (
    await dashboard.api("POST", "/api/workspace/notes", { title: "Owls hunt", content: "-", note_type: "fact" })
  ).body.id;
  await goto(`/notes/${fact}`);
  await page.getByRole("heading", { level: 1, name: "Owls hunt" }).waitFor();
  expect(await page.getByRole("region", { name: "How sure are you?" }).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});

it("lists what is due, then what is no longer certain, and a curve once there is enough", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/decisions");
  await page.getByText("No decisions yet").waitFor();
  await settleMany(dashboard);
  await dashboard.api("PUT", `/api/workspace/notes/${await decide(dashboard, "Mixed")}/outcome`, { outcome: "mixed" });
  const due = await decide(dashboard, "We ship weekly", { confidence: 0.6, review_on: "2026-02-01" });
  await decide(dashboard, "We meet on Mondays", { confidence: 0.8, review_on: "2026-02-02" });
  const plan = await decide(dashboard, "Reviews go to Seokjin", { confidence: 0.9 });
  const team = await decide(dashboard, "Seokjin leads the team");
  const newTeam = await decide(dashboard, "Jihoon leads the team");
  const link = (source_id: string, relation: string, target_id: string) =>
    dashboard.api("POST", "/api/workspace/links", { source_id, target_id, relation });
  await link(plan, "depends_on", team);
  await link(newTeam, "supersedes", team);

  await goto("/decisions");
  const ofDue = page.getByRole("region", { name: "Due" });
  await ofDue.getByText("We meet on Mondays").waitFor();
  const shaken = page.getByRole("region", { name: "No longer certain" });
  await shaken.getByText("Needs review: rests on").waitFor();
  await shaken.getByRole("link", { name: "“Seokjin leads the team”" }).waitFor();
  const calibration = page.getByRole("region", { name: "As right as you are sure?" });
  await calibration.getByRole("img", { name: /^5 % sure: / }).waitFor();
  await calibration.getByText("Not scored: 1 mixed.").waitFor();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings).toEqual(["Due", "No longer certain", "As right as you are sure?", "All, newest first"]);
  expect(await seriousViolations(page)).toEqual([]);

  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await page.getByRole("radio", { name: "It came true", exact: true }).check();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await ofDue.getByText("We ship weekly").waitFor({ state: "detached" });
  expect((await stanceOf(dashboard, due)).outcome).toBe("came_true");
  await calibration.getByText("1 with one younger than a day when it came").waitFor();
  await page.keyboard.press("u");
  await ofDue.getByText("We ship weekly").waitFor();
  await eventually(async () => expect((await stanceOf(dashboard, due)).outcome).toBeNull());

  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("region", { name: "All, newest first" }).getByText("Plan 0", { exact: true }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("tells of a page of decisions that could not be loaded, and loads it at the next try", async () => {
  await using dashboard = await newcomer();
  for (let place = 0; place < 21; place++) await decide(dashboard, `Plan ${place}`);
  const { page, goto } = await dashboard.visit();
  await goto("/decisions");
  const all = page.getByRole("region", { name: "All, newest first" });
  await all.getByText("Plan 20", { exact: true }).waitFor();
  expect(await all.getByRole("alert").count()).toBe(0);
  await page.route("**/trpc/**stances.decisions**", (route) => route.abort());
  await all.getByRole("button", { name: "Show more" }).click();
  await all.getByRole("alert").getByText("Knote cannot be reached.").waitFor();
  expect(await all.getByText("Plan 0", { exact: true }).count()).toBe(0);
  await page.unroute("**/trpc/**stances.decisions**");
  await all.getByRole("button", { name: "Show more" }).click();
  await all.getByText("Plan 0", { exact: true }).waitFor();
  expect(await all.getByRole("alert").count()).toBe(0);
});

it("says in a sentence, not in a curve, how few are scored", async () => {
  await using dashboard = await newcomer();
  await decide(dashboard, "We use Postgres", { confidence: 0.7 });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/decisions");
  const calibration = page.getByRole("region", { name: "As right as you are sure?" });
  await calibration.getByText("None is scored yet. From 20 on, a curve here shows").waitFor();
  expect(await calibration.getByRole("img").count()).toBe(0);
  expect(await page.getByRole("region", { name: "Due" }).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});
