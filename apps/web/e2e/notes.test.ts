import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { type Dashboard, startDashboard } from "./support/start-dashboard.ts";

/** A busy machine is slow, not broken. */
const PATIENT = { timeout: 60_000 };

async function writeNote(dashboard: Dashboard, title: string, more: object = {}): Promise<string> {
  const note = { title, content: "Because.", note_type: "fact", ...more };
  const { body } = await dashboard.api("POST", "/api/workspace/notes", note);
  return body.id;
}

it("searches as one types, narrows by one press, and keeps both in the address", async () => {
  await using dashboard = await startDashboard();
  await writeNote(dashboard, "Naps restore attention", { tags: ["sleep"] });
  await writeNote(dashboard, "We take naps at noon", { note_type: "decision" });
  await writeNote(dashboard, "Coffee keeps awake");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await page.getByLabel("Search notes").fill("nap");
  await list.locator("mark", { hasText: "Naps" }).first().waitFor();
  await expect.poll(() => list.getByRole("listitem").count(), PATIENT).toBe(2);
  await page.getByRole("button", { name: "Decision", exact: true }).click();
  await expect.poll(() => list.getByRole("listitem").count(), PATIENT).toBe(1);
  expect(new URL(page.url()).search).toBe("?q=nap&type=decision");
  expect(await seriousViolations(page)).toEqual([]);
  await page.reload();
  await list.getByText("We take").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("combobox", { name: "Tag …" }).fill("sl");
  await page.getByRole("option", { name: "#sleep" }).click();
  await list.getByText("restore attention").waitFor();
  await expect.poll(() => list.getByRole("listitem").count(), PATIENT).toBe(1);
  expect(watch.problems).toEqual([]);
});

it("chooses notes by keys, and tidies them at once", async () => {
  await using dashboard = await startDashboard();
  for (const title of ["One", "Two", "Three"]) await writeNote(dashboard, title);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  await page.getByText("Three").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 chosen").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Delete");
  await page.getByText("2 notes deleted.").waitFor();
  const titles = async () => {
    const { body } = await dashboard.api("GET", "/api/graph/notes");
    return body.notes.map((note: { title: string }) => note.title);
  };
  expect(await titles()).toEqual(["One"]);
  await page.keyboard.press("u");
  await expect.poll(titles, PATIENT).toEqual(["Three", "Two", "One"]);
  await page.getByRole("list", { name: "Notes" }).getByText("Two").waitFor();
  expect(watch.problems).toEqual([]);
});

it("reads only what shows when a note changes among many", async () => {
  await using dashboard = await startDashboard();
  const token = await dashboard.server.token("local:owner");
  const lines = Array.from({ length: 1_500 }, (_, index) =>
    JSON.stringify({ note: { title: `Claim ${index}`, content: "Because.", note_type: "fact" } }),
  ).join("\n");
  const imported = await fetch(`${dashboard.server.url}/api/workspace/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
    body: lines,
  });
  await imported.text();
  expect(imported.status).toBe(200);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const list = page.getByRole("list", { name: "Notes" });
  await list.getByRole("listitem").first().waitFor();
  // To the end of what is there, again and again, until all of it is.
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.parentElement!.scrollTo(0, element.scrollHeight));
      return await list.getByRole("listitem").last().getAttribute("aria-setsize");
    }, PATIENT)
    .toBe("1500");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    asked.push(
      ...pathname
        .replace("/trpc/", "")
        .split(",")
        .filter((name) => name === "notes.list"),
    );
  });
  await list.evaluate((element) => element.parentElement!.scrollTo(0, 0));
  await writeNote(dashboard, "A new claim");
  await list.getByText("A new claim").waitFor();
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(await list.getByRole("listitem").count()).toBeLessThan(60);
  expect(watch.problems).toEqual([]);
});
