import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function writeNote(dashboard: Dashboard, title: string, content = "Because."): Promise<string> {
  const { body } = await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" });
  return body.id;
}

it("finds a note while the user types, opens it beside, then as a page, and goes back", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Spaced repetition beats cramming");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/settings");
  await page.keyboard.press("/");
  await page.keyboard.type("repet");
  await page.getByRole("option", { name: /Spaced repetition/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const beside = page.getByRole("complementary", { name: "Note beside" });
  await beside.getByRole("heading", { name: "Spaced repetition beats cramming" }).waitFor();
  expect(new URL(page.url()).searchParams.get("beside")).toBe(id);
  await page.keyboard.press("Escape");
  await beside.waitFor({ state: "detached" });
  await page.goBack();
  await beside.waitFor();
  await page.keyboard.press("o");
  await page.getByRole("heading", { level: 1, name: "Spaced repetition beats cramming" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/notes/${id}`);
  expect(watch.problems).toEqual([]);
});

it("asks with ⏎⏎, and names the note that the answer rests on", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "Naps of twenty minutes leave no grogginess", "Longer ones do, as deep sleep begins.");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  await page.keyboard.press("/");
  await page.keyboard.type("How long should naps be");
  await page.getByRole("option", { name: /^Ask/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const sources = page.getByRole("region", { name: "Sources" });
  await sources.getByRole("link", { name: /Naps of twenty minutes/ }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("still asks with the second ⏎ when notes are found after the first", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "Naps of twenty minutes leave no grogginess");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  const search = Promise.withResolvers<void>();
  await page.route("**/trpc/**naps*", async (route) => {
    await search.promise;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("naps");
  const question = page.getByRole("option", { name: /^Ask/ });
  await question.waitFor();
  await page.keyboard.press("Enter");
  search.resolve();
  await page.getByRole("option", { name: /Naps of twenty/ }).waitFor();
  expect(await question.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/ask?q=naps*");
  expect(watch.problems).toEqual([]);
});

it("starts a note with +, saves it with one key, and undoes that with another", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  await page.keyboard.press("/");
  await page.keyboard.type("+Bright light wakes me");
  await page.keyboard.press("Enter");
  await page.getByLabel("Explanation").fill("On dark mornings I sleep longer.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Bright light wakes me" }).waitFor();
  await page.getByText("Note saved.").waitFor();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  const { body } = await dashboard.api("GET", "/api/graph/notes");
  expect(body.notes).toEqual([]);
  // The page of a deleted note fetches the note in vain.
  expect(watch.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});

it("opens any page by keys, and lists the keys", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command or note" }).fill("sett");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Shortcuts" }).getByText("Command palette").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(watch.problems).toEqual([]);
});

it("keeps the chosen theme from the first paint on", async () => {
  await using dashboard = await newcomer();
  const { page, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/settings");
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  expect(await theme()).toBe("light");
  await page.getByRole("radio", { name: "Dark" }).check();
  expect(await theme()).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("radio", { name: "Dark" }).waitFor();
  expect(await theme()).toBe("dark");
});
