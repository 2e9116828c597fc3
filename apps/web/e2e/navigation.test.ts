import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

const focusedElement = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);

it("moves the focus to the new page and announces its title", async () => {
  await using dashboard = await newcomer();
  const note = { title: "Naps restore attention", content: "They do.", note_type: "fact" };
  await dashboard.api("POST", "/api/workspace/notes", note);
  const { page, watch, goto } = await dashboard.visit();
  const waitForTitle = (title: string) =>
    page.locator("[aria-live=polite]", { hasText: title }).waitFor({ state: "attached" });
  await goto("/");
  expect(await focusedElement(page)).toBe("BODY");
  await page.getByRole("link", { name: "Statistics" }).click();
  await waitForTitle("Statistics · Knote");
  expect(await focusedElement(page)).toBe("page");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command or note" }).fill("notes");
  await page.keyboard.press("Enter");
  await waitForTitle("Notes · Knote");
  await expect.poll(() => focusedElement(page)).toBe("page");

  await page.getByRole("link", { name: "Naps restore attention" }).press("Enter");
  await page.getByRole("complementary", { name: "Note beside" }).waitFor();
  await page.keyboard.press("o");
  await waitForTitle("Naps restore attention · Knote");
  await page.keyboard.press("e");
  await page.getByRole("heading", { level: 1, name: "Edit the note" }).waitFor();
  expect(await page.getByLabel("Explanation").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Naps restore attention" }).waitFor();
  await expect.poll(() => focusedElement(page)).toBe("page");
  expect(watch.problems).toEqual([]);
});

it("announces a newer version when parts of the page are gone, and keeps working until the reload", async () => {
  await using dashboard = await newcomer();
  const { page, goto } = await dashboard.visit();
  const note = { title: "Naps help", content: "A lot.", note_type: "fact" };
  const { body } = await dashboard.api("POST", "/api/workspace/notes", note);
  await goto(`/notes/${body.id}`);
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.getByRole("tab", { name: "History" }).click();
  const notice = page.getByText("A newer version of Knote is available.");
  await notice.waitFor();
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  await page.unroute("**/assets/*.js");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  expect(await notice.isVisible()).toBe(false);
  await page.getByRole("list", { name: "Revisions" }).waitFor();
});
