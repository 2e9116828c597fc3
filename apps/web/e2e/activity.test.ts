import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { importLines } from "./support/import-lines.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import { type Dashboard, startDashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function write(dashboard: Dashboard, title: string): Promise<string> {
  const note = { title, content: "Because.", note_type: "insight" };
  return (await dashboard.api("POST", "/api/workspace/notes", note)).body.id;
}

it("shows events as they happen, filters them by kind, and links to the notes", async () => {
  await using dashboard = await newcomer();
  const first = await write(dashboard, "Written before the page was opened");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/activity");
  const events = page.getByRole("region", { name: "Today" }).getByRole("listitem");
  await events.filter({ hasText: "Written before" }).waitFor();
  await page.getByText("live", { exact: true }).waitFor();
  const second = await write(dashboard, "Written while it was open");
  await dashboard.api("POST", "/api/workspace/links", { source_id: second, target_id: first, relation: "extends" });
  await dashboard.api("POST", "/api/ask", { query: "What was written?" });
  await events.filter({ hasText: "Asked What was written?" }).waitFor();
  await events.filter({ hasText: "extends" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Questions" }).click();
  await events.filter({ hasText: "extends" }).waitFor({ state: "detached" });
  expect(await events.count()).toBe(2);
  expect(page.url()).toContain("kind=questions");
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  await events.filter({ hasText: "while it was open" }).getByRole("link").click();
  await page.getByRole("complementary", { name: "Note beside" }).getByRole("heading", { level: 2 }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("links to the exact note of an event, even if others have the same title", async () => {
  await using dashboard = await newcomer();
  const same = { title: "One title for two", note_type: "fact" };
  const writeSame = async (content: string): Promise<string> =>
    (await dashboard.api("POST", "/api/workspace/notes", { ...same, content })).body.id;
  const older = await writeSame("Of the older one.");
  const newer = await writeSame("Of the newer one.");
  await dashboard.api("POST", "/api/workspace/links", { source_id: newer, target_id: older, relation: "extends" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/activity");
  const beside = page.getByRole("complementary", { name: "Note beside" });
  const titles = page.getByRole("region", { name: "Today" }).getByRole("link", { name: same.title });
  // The link's source and target, then the two notes created, newest first.
  for (const [index, text] of ["newer", "older", "newer", "older"].entries()) {
    await titles.nth(index).click();
    await beside.getByText(`Of the ${text} one.`).waitFor();
  }
  expect(watch.problems).toEqual([]);
});

it("misses nothing while the server restarts", async () => {
  await using dashboard = await startDashboard();
  const { page, goto } = await dashboard.visit();
  await goto("/activity");
  await page.getByText("live", { exact: true }).waitFor();
  await dashboard.server.restart({ PORT: new URL(dashboard.server.url).port });
  for (const number of [1, 2, 3]) await write(dashboard, `Nobody listened ${number}`);
  for (const number of [1, 2, 3])
    await page
      .getByRole("listitem")
      .filter({ hasText: `Nobody listened ${number}` })
      .waitFor();
});

it("sums up an import in one line", async () => {
  await using dashboard = await newcomer();
  await importLines(
    dashboard,
    Array.from({ length: 40 }, (_, index) => ({
      note: { title: `Imported ${index}`, content: "-", note_type: "fact" },
    })),
  );
  const { page, goto } = await dashboard.visit();
  await goto("/activity?kind=imports");
  await page.getByText("Imported: 40 notes stored").waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "notes stored" }).count()).toBe(1);
});

it("shows the usage of the quota and marks the user's own tier", async () => {
  await using dashboard = await newcomer();
  await dashboard.api("POST", "/api/ask", { query: "Anything?" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/quota");
  await page.getByRole("heading", { name: "Tiers" }).waitFor();
  await page.getByText("1used, no limit").waitFor();
  const own = page.locator("article[aria-current=true]");
  await own.waitFor();
  expect(await own.textContent()).toContain("Yours");
  expect(await own.getByRole("heading").textContent()).toBe("agent");
  expect(watch.problems).toEqual([]);
});

it("shows a contradiction on the home page until it is tended", async () => {
  await using dashboard = await newcomer();
  const [tea, coffee] = [await write(dashboard, "Tea wakes best"), await write(dashboard, "Coffee wakes best")];
  await dashboard.api("POST", "/api/workspace/links", { source_id: coffee, target_id: tea, relation: "contradicts" });
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: "Coffee wakes best" }).waitFor();
  await attention.getByRole("link", { name: "Tend it" }).click();
  await page.getByRole("article", { name: /^Coffee wakes best contradicts/ }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("Kept both.").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByRole("heading", { name: "Recent notes" }).waitFor();
  await attention.waitFor({ state: "detached" });
  expect(watch.problems).toEqual([]);
});
