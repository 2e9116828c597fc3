import type { Request } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

it("says what changed in a sentence each, follows a change, and looks at other days", async () => {
  await using dashboard = await newcomer();
  const { api } = dashboard;
  const write = async (title: string): Promise<string> =>
    (await api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact" })).body.id;
  const link = (source_id: string, relation: string, target_id: string) =>
    api("POST", "/api/workspace/links", { source_id, relation, target_id });
  const [old, plan, newer] = [
    await write("Ada leads us"),
    await write("Reviews go to Ada"),
    await write("Bo leads us"),
  ];
  await link(plan, "depends_on", old);
  await link(newer, "supersedes", old);
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("heading", { level: 1, name: "What changed" }).waitFor();
  const section = (name: RegExp) => page.getByRole("region", { name });
  await section(/^New/).getByText("“Bo leads us”").waitFor();
  await section(/^Need review/)
    .getByText(/“Reviews go to Ada” needs review, because of “Ada leads us”/)
    .waitFor();
  // All three are new: that one of them was replaced at once is no change of what stood before.
  expect(await section(/^New/).getByRole("listitem").count()).toBe(3);
  expect(await page.getByRole("button", { name: "Past week" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.getByRole("button", { name: "Since my last visit" }).count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);

  await api("DELETE", `/api/workspace/notes/${plan}`);
  await page.getByText("1 note was deleted and is not shown.").waitFor();
  await expect.poll(() => section(/^New/).getByRole("listitem").count()).toBe(2);

  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("to", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("Nothing changed").waitFor();
  await page.getByText(/^Removed links are kept since/).waitFor();
  expect(new URL(page.url()).search).toContain("since=2020-01-01");
  await page.reload();
  await page.getByText("Nothing changed").waitFor();
  await page.getByRole("button", { name: "Past month" }).click();
  await section(/^New/).getByRole("link", { name: "“Bo leads us”" }).click();
  await page
    .getByRole("complementary", { name: "Note beside" })
    .getByRole("heading", { name: "Bo leads us" })
    .waitFor();
  expect(watch.problems).toEqual([]);
});

it("begins at the visit before, once there was one", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/changes");
  await page.getByText("Nothing changed").waitFor();
  const HOUR_MS = 3_600_000;
  await page.evaluate((at) => {
    localStorage.setItem("knote.visits", JSON.stringify({ previous: null, present: at }));
  }, Date.now() - HOUR_MS);
  await page.reload();
  const visitBefore = page.getByRole("button", { name: "Since my last visit" });
  await visitBefore.waitFor();
  // The request of the page as it was opened can come late: it begins with a day, not with a visit.
  const beginsAtVisit = (request: Request) =>
    /changes\.list.*"since":"\d{4}-\d\d-\d\dT/.test(decodeURIComponent(request.url()));
  await Promise.all([page.waitForRequest(beginsAtVisit), visitBefore.click()]);
  await page.getByText("Nothing changed").waitFor();
  expect(watch.problems).toEqual([]);
});
