import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function writeNote(dashboard: Dashboard, title: string): Promise<string> {
  const note = { title, content: "Written down for later.", note_type: "fact" };
  const { body } = await dashboard.api("POST", "/api/workspace/notes", note);
  return body.id;
}

it("asks about a claim that says otherwise while it is typed; one key settles it when the note is saved", async () => {
  await using dashboard = await newcomer();
  const old = await writeNote(dashboard, "I drive a Sedan to work");
  const fetchLinks = async () => (await dashboard.api("GET", "/api/graph/links")).body.links;
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/notes/new");
  await page.keyboard.type("I drive a Scooter to work");
  const findings = page.getByRole("region", { name: "Findings" });
  await findings.getByText("Does this replace or contradict “I drive a Sedan to work”?").waitFor();
  await findings.getByRole("button", { name: "Contradicts it" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Control+.");
  await findings.getByText("supersedes").waitFor();
  expect(await findings.getByRole("button", { name: "Contradicts it" }).count()).toBe(0);
  await findings.getByRole("button", { name: "Do not link" }).click();
  await findings.getByRole("button", { name: /^Replaces it/ }).click();
  expect(await fetchLinks()).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "I drive a Scooter to work" }).waitFor();
  await expect.poll(fetchLinks).toMatchObject([{ target_id: old, relation: "supersedes" }]);
  expect(watch.problems).toEqual([]);
});

it("moves the second of two claims to the text", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  const claim = page.getByRole("textbox", { name: "Claim" });
  await page.keyboard.type("Ada lives in Berlin and she owns two cats");
  await page.getByRole("button", { name: /^Move the second to the text/ }).waitFor();
  // What is not stored yet cannot be split.
  expect(await page.getByRole("button", { name: "Split into two notes" }).count()).toBe(0);
  await page.keyboard.press("Control+.");
  await expect.poll(() => claim.inputValue()).toBe("Ada lives in Berlin");
  expect(await page.getByLabel("Explanation").inputValue()).toBe("She owns two cats.");
  expect(watch.problems).toEqual([]);
});

it("splits a stored note that makes two claims", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Ada lives in Berlin and she owns two cats");
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "dark" });
  await goto(`/notes/${id}/edit`);
  const findings = page.getByRole("region", { name: "Findings" });
  const split = findings.getByRole("button", { name: "Split into two notes" });
  await split.waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await split.click();
  await page.getByRole("heading", { level: 1, name: "Split the note" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/notes/${id}/split`);
  const claims = page.getByRole("textbox", { name: "Claim" });
  await expect
    .poll(async () => await Promise.all((await claims.all()).map((claim) => claim.inputValue())))
    .toEqual(["Ada lives in Berlin", "She owns two cats"]);
  await page.getByRole("button", { name: "Split into 2 notes" }).click();
  await page.getByText("Split into 2 notes.").waitFor();
  const { body } = await dashboard.api("GET", "/api/graph/notes?state=active");
  expect(body.notes.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    "Ada lives in Berlin",
    "She owns two cats",
  ]);
  expect((await dashboard.api("GET", `/api/workspace/notes/${id}`)).body.state).toBe("superseded");
  expect(watch.problems).toEqual([]);
});

it("never holds up saving, and shows nothing where the check does not answer", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "I drive a Sedan to work");
  const { page, goto } = await dashboard.visit();
  await page.route("**/trpc/notes.check**", () => new Promise(() => undefined));
  await goto("/notes/new");
  const request = page.waitForRequest("**/trpc/notes.check**");
  await page.keyboard.type("I drive a Scooter to work");
  await request;
  expect(await page.getByRole("region", { name: "Findings" }).count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "I drive a Scooter to work" }).waitFor();
});
