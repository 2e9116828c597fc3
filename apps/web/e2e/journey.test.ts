import { expect, it } from "vitest";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

it("writes, accepts a suggested link, asks, follows the citation, reads the history, deletes and undoes", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  const heading = (level: number, name: string) => page.getByRole("heading", { level, name }).waitFor();
  const [first, second] = ["Naps of twenty minutes leave no grogginess", "Short naps restore attention"];
  await goto("/notes/new");
  await page.getByLabel("Claim").fill(first);
  await page.getByLabel("Explanation").fill("Deep sleep begins after half an hour of a nap.");
  await page.keyboard.press("Control+Enter");
  await heading(1, first);

  await goto("/notes/new");
  await page.getByLabel("Claim").fill(second);
  await page.getByLabel("Explanation").focus();
  await page.keyboard.type("[[naps of");
  await page.getByRole("option", { name: first }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await heading(1, second);
  const suggestedLinks = page.getByRole("region", { name: "Suggested links" });
  await suggestedLinks.getByRole("link", { name: first }).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("region", { name: "Links" }).getByRole("link", { name: first }).waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("?When does deep sleep begin");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("region", { name: "Answer" });
  await answer
    .getByRole("link", { name: new RegExp(`^Source \\d: ${first}`) })
    .first()
    .click();
  await heading(2, first);
  await page.keyboard.press("o");
  await heading(1, first);

  await page.keyboard.press("e");
  await page.getByLabel("Explanation").fill("Deep sleep begins after forty minutes of a nap.");
  await page.keyboard.press("Control+Enter");
  await heading(1, first);
  await page.getByRole("tab", { name: "History" }).click();
  const revisions = page.getByRole("list", { name: "Revisions" });
  await revisions.locator("ins", { hasText: "forty" }).waitFor();

  await page.keyboard.press("Delete");
  await page.getByText("Note deleted.").waitFor();
  await page.getByRole("list", { name: "Notes" }).getByText(second).first().waitFor();
  expect((await dashboard.api("GET", "/api/graph/notes")).body.notes).toHaveLength(1);
  await page.keyboard.press("u");
  await heading(1, first);
  await page.getByRole("region", { name: "Links" }).getByRole("link", { name: second }).waitFor();
  const { body } = await dashboard.api("GET", "/api/graph/stats");
  expect(body).toMatchObject({ total_notes: 2, total_links: 1 });
  expect(watch.problems).toEqual([]);
});
