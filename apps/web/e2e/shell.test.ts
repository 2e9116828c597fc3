import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { startDashboard, type Dashboard } from "./support/start-dashboard.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function writeNote(dashboard: Dashboard, title: string, content = "Because."): Promise<string> {
  const { body } = await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" });
  return body.id;
}

it("finds a note while one types, opens it beside, then as a page, and goes back", async () => {
  await using dashboard = await startDashboard();
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

it("asks with ⏎⏎, and says on which note the answer rests", async () => {
  await using dashboard = await startDashboard();
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

it("begins a note with +, saves it with one key, and takes it back with another", async () => {
  await using dashboard = await startDashboard();
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
  // The page of a note that is gone asks for it in vain.
  expect(watch.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});

it("goes anywhere by keys, and shows which", async () => {
  await using dashboard = await startDashboard();
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
  await using dashboard = await startDashboard();
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

it("is accessible on every page, in light, in dark and on a phone", async () => {
  await using dashboard = await startDashboard();
  const target = await writeNote(dashboard, "Highlighting keeps what matters", "**Bold**:\n\n```\ncode\n```");
  const source = await writeNote(dashboard, "Highlighting does little for learning");
  const link = { source_id: source, target_id: target, relation: "contradicts" };
  await dashboard.api("POST", "/api/workspace/links", link);
  const paths = [
    "/",
    `/?beside=${target}`,
    "/notes",
    `/notes/${target}`,
    "/notes/new",
    "/ask",
    "/settings",
    "/nothing",
  ];
  for (const options of [{}, { colorScheme: "dark" }, PHONE] as const) {
    const { page, watch, goto } = await dashboard.visit(options);
    for (const path of paths) {
      await goto(path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const found = { options, path, wide, violations: await seriousViolations(page) };
      expect(found).toEqual({ options, path, wide: 0, violations: [] });
    }
    expect(watch.problems).toEqual([]);
  }
});
