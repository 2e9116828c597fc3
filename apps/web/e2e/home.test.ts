import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { startDashboard } from "./support/start-dashboard.ts";

it("shows a note as soon as it is written elsewhere", async () => {
  await using dashboard = await startDashboard();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  await page.getByText("Your first note").waitFor();
  const [write, importOthers] = ["Write a note", "Import notes …"].map((name) => page.getByRole("link", { name }));
  expect([await write!.getAttribute("href"), await importOthers!.getAttribute("href")]).toEqual([
    "/notes/new",
    "/import",
  ]);
  await page.getByText("live", { exact: true }).waitFor();
  await dashboard.api("POST", "/api/workspace/notes", {
    title: "Retrieval practice beats rereading",
    content: "Recalling a text strengthens memory more than reading it again.",
    note_type: "fact",
  });
  await page
    .locator("#page")
    .getByRole("link", { name: /Retrieval practice beats rereading/ })
    .waitFor();
  await page.getByRole("complementary").getByText("Retrieval practice beats rereading").waitFor();
  expect(await importOthers!.count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
});
