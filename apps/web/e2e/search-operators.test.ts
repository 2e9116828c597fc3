import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

it("explains the operators, applies them as they are typed, and says what it corrected", async () => {
  await using dashboard = await newcomer();
  const write = async (title: string, more: object = {}) =>
    await dashboard.api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact", ...more });
  await write("We receive parcels at noon", { tags: ["post"] });
  await write("We receive letters at dawn", { tags: ["post"], note_type: "decision" });
  await write("Coffee keeps awake");
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "dark" });
  await goto("/notes");
  const field = page.getByLabel("Search notes");
  const list = page.getByRole("list", { name: "Notes" });
  const titles = async () => (await list.locator("a.note").allTextContents()).toSorted();

  // By keys alone: from the field to the help, down to `tag:`, and back into the field.
  await field.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: "tag:sleep" });
  await item.waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  // Not by its first letters: a menu forgets them after a second, which a busy machine takes.
  const hasFocus = async () => await item.evaluate((element) => element === document.activeElement);
  const itemCount = await page.getByRole("menuitem").count();
  for (let press = 0; press < itemCount && !(await hasFocus()); press++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("tag:");
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("po");
  await expect.poll(titles).toEqual(["We receive letters at dawn", "We receive parcels at noon"]);
  await field.fill("receive -parcels");
  await expect.poll(titles).toEqual(["We receive letters at dawn"]);
  await field.fill("coffee OR parcels");
  await expect.poll(titles).toEqual(["Coffee keeps awake", "We receive parcels at noon"]);

  await field.fill("recieve type:decision");
  await page.getByText("Nothing matches “recieve type:decision”. Showing results for").waitFor();
  await expect.poll(titles).toEqual(["We receive letters at dawn"]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "“receive type:decision”" }).click();
  await expect.poll(() => field.inputValue()).toBe("receive type:decision");
  await page.getByText("Nothing matches").waitFor({ state: "detached" });
  await field.fill("recieve");
  await page.getByRole("button", { name: "as written" }).click();
  await page.getByText("No matches").waitFor();
  expect(await field.inputValue()).toBe('"recieve"');

  const bar = page.getByRole("combobox", { name: "Search or ask" });
  await bar.fill("parcles");
  await page.getByText("Nothing matches “parcles”. Showing results for “parcels”.").waitFor();
  await page.getByRole("option", { name: "We receive parcels at noon" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await bar.fill("receive type:decision");
  await page.getByRole("option", { name: "We receive letters at dawn" }).waitFor();
  expect(await page.getByRole("option", { name: "We receive parcels at noon" }).count()).toBe(0);
  expect(watch.problems).toEqual([]);
});
