import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { startDashboard } from "./support/start-dashboard.ts";

it("counts and charts the graph, follows its changes, and shows all of it as text", async () => {
  await using dashboard = await startDashboard();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/statistics");
  await page.getByText("Nothing to count yet").waitFor();
  const write = async (title: string, note_type: string): Promise<string> => {
    const body = { title, content: "Because.", note_type, tags: ["sleep"] };
    return (await dashboard.api("POST", "/api/workspace/notes", body)).body.id;
  };
  const fact = await write("Naps restore attention", "fact");
  const belief = await write("Naps ruin the night", "belief");
  await write("Lunch is at noon", "fact");
  await dashboard.api("POST", "/api/workspace/links", {
    source_id: belief,
    target_id: fact,
    relation: "contradicts",
  });
  await page.getByText("1 of 3 notes (33 %) has no link yet.").waitFor();
  const types = page.getByRole("list", { name: "Notes by type" });
  expect(await types.getByRole("listitem").filter({ hasText: "Fact" }).textContent()).toBe("Fact2");
  const relations = page.getByRole("list", { name: "Links by relation" });
  expect(await relations.getByRole("listitem").filter({ hasText: "contradicts" }).textContent()).toBe("contradicts1");
  expect(await page.getByRole("list", { name: "Notes by state" }).textContent()).toContain("Contested1");
  await page.getByRole("img", { name: /^3 notes since/ }).waitFor();
  await page.getByText("As a table").click();
  expect(await page.getByRole("table").getByRole("row").nth(1).getByRole("cell").allTextContents()).toEqual([
    expect.stringMatching(/\d/),
    "3",
    "3",
  ]);
  await page.getByRole("region", { name: "Orphans" }).getByRole("link", { name: "Lunch is at noon" }).click();
  await page
    .getByRole("complementary", { name: "Note beside" })
    .getByRole("heading", { name: "Lunch is at noon" })
    .waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
  }
  await page.getByRole("region", { name: "Tags" }).getByRole("link", { name: "#sleep" }).click();
  await page.getByRole("status").filter({ hasText: "3 notes, 1 link" }).waitFor();
  expect(watch.problems).toEqual([]);
});
