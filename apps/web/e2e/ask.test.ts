import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

/** Writes a note and waits for its vectors: until then an answer quotes other parts of it. */
async function writeNote(dashboard: Dashboard, title: string, content: string): Promise<string> {
  const { body } = await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" });
  await dashboard.whenIndexed();
  return body.id;
}

const QUESTION = "How long should naps be";
const NAPS = "Naps of twenty minutes leave no grogginess";

it("shows the passage behind a citation and both sides of a contradiction, and stores the answer", async () => {
  await using dashboard = await newcomer();
  const filler = "Beds differ from place to place. ".repeat(60);
  const naps = await writeNote(dashboard, NAPS, `${filler}\n\nNaps should be twenty minutes long.\n\n${filler}`);
  const other = await writeNote(dashboard, "Naps of any length leave grogginess", "Every nap made me dull.");
  const link = { source_id: other, target_id: naps, relation: "contradicts" };
  await dashboard.api("POST", "/api/workspace/links", link);
  const { page, watch, goto } = await dashboard.visit();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(...proceduresIn(request.url())));
  await ask(page, QUESTION);
  const answer = page.getByRole("region", { name: "Answer" });
  const sources = answer.getByRole("region", { name: "Sources" });
  await sources.getByText(NAPS).first().waitFor();
  await sources
    .getByText(/^contradict(s|ed by)$/)
    .first()
    .waitFor();
  await sources
    .getByText(/matches the question|found through a link/)
    .first()
    .waitFor();
  await page.getByText(/^Answered by knote-extract-1 .* cost one question \(\d+ this month, unlimited\)/).waitFor();
  await sources.getByText("Naps should be twenty minutes long.").first().waitFor();
  // The answer itself contained all of this, so no further calls were made.
  expect(calls.filter((call) => /^(recall|notes|links)\./.test(call))).toEqual(["recall.askStream"]);

  const chip = answer.getByRole("link", { name: new RegExp(`^Source \\d: ${NAPS}`) }).first();
  await chip.hover();
  await page.getByRole("tooltip", { name: NAPS }).waitFor();
  await chip.click();
  const beside = page.getByRole("complementary", { name: "Note beside" });
  await beside.getByText("Naps should be twenty minutes long.").waitFor();
  await page.waitForFunction(() => CSS.highlights.has("cited"));
  const markedPassage = await page.evaluate(() => {
    const [range] = [...CSS.highlights.get("cited")!] as Range[];
    const { top, bottom } = range!.getBoundingClientRect();
    return { text: range!.toString(), isInView: top >= 0 && bottom <= window.innerHeight };
  });
  expect(markedPassage).toEqual({ text: "Naps should be twenty minutes long.", isInView: true });
  expect(await seriousViolations(page)).toEqual([]);

  const countUsed = async () => (await dashboard.api("GET", "/api/quota")).body.queries_used;
  const before = await countUsed();
  await page.reload();
  await sources.getByText(NAPS).first().waitFor();
  expect(await countUsed()).toBe(before);
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await expect.poll(countUsed).toBe(before + 1);
  await goto("/ask");
  await page.getByRole("region", { name: "Earlier questions" }).getByText("How long should naps be").click();
  await sources.getByText(NAPS).first().waitFor();
  expect(await countUsed()).toBe(before + 1);
  expect(watch.problems).toEqual([]);
});

it("saves an answer as a synthesis derived from its sources, and undoes that", async () => {
  await using dashboard = await newcomer();
  const naps = await writeNote(dashboard, NAPS, "Naps should be twenty minutes long.");
  const { page, watch } = await dashboard.visit();
  await ask(page, QUESTION);
  await page.getByRole("button", { name: "Save as a note" }).waitFor();
  await page.keyboard.press("s");
  await page.getByLabel("What the answer claims").fill("Naps should be short");
  await page.keyboard.press("Enter");
  await page.getByText("Saved as a synthesis of 1 note.").waitFor();
  const beside = page.getByRole("complementary", { name: "Note beside" });
  await beside.getByRole("heading", { name: "Naps should be short" }).waitFor();
  const { body: list } = await dashboard.api("GET", "/api/graph/notes?note_type=synthesis");
  const { body: links } = await dashboard.api("GET", "/api/graph/links");
  expect(list.notes).toMatchObject([{ title: "Naps should be short" }]);
  expect(links.links).toMatchObject([{ source_id: list.notes[0].id, target_id: naps, relation: "derived_from" }]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  const { body: after } = await dashboard.api("GET", "/api/graph/notes?note_type=synthesis");
  expect(after.notes).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("stops an answer that takes too long, and asks again", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, NAPS, "Naps should be twenty minutes long.");
  const { page, watch, goto } = await dashboard.visit();
  await page.route("**/trpc/recall.askStream*", () => undefined);
  await ask(page, QUESTION);
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Stopped before the first word; it cost nothing.").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("region", { name: "Sources" }).getByText(NAPS).waitFor();
  await goto("/ask");
  await page.getByRole("button", { name: "Forget all" }).click();
  await page.getByText("Answers are based on what you wrote").waitFor();
  expect(watch.problems).toEqual([]);
});

it("says when another model answered instead, and when the month's questions are used up", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, NAPS, "Naps should be twenty minutes long.");
  await setTier(dashboard, "free");
  const { page, watch } = await dashboard.visit();
  await ask(page, "Compare naps and coffee");
  await page.getByText(/called for the more capable model, but its answers for this month are used up until/).waitFor();
  await page.getByText(/cost one question \(1 of 50 this month\)/).waitFor();
  expect(watch.problems).toEqual([]);
  const query = "How long should naps be";
  await Promise.all(Array.from({ length: 49 }, () => dashboard.api("POST", "/api/ask", { query })));
  await page.getByLabel("Your question").fill("How long should naps be");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(/quota/).waitFor();
  await page.getByText(/50 of 50 questions used; the count resets on /).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

it("does not ask the question of a link until the user presses Ask, and not again on a reload", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, NAPS, "Naps should be twenty minutes long.");
  const { page, watch, goto } = await dashboard.visit();
  const requestedUrls: string[] = [];
  page.on("request", (request) => void (request.url().includes("askStream") && requestedUrls.push(request.url())));
  await goto(`/ask?${new URLSearchParams({ q: QUESTION })}`);
  await page.getByText("Not asked yet").waitFor();
  const box = page.getByLabel("Your question");
  expect(await box.inputValue()).toBe(QUESTION);
  expect(requestedUrls).toEqual([]);
  // An unfinished answer is not stored, so there is none to show after the reload.
  await page.route("**/trpc/recall.askStream*", () => undefined);
  await box.press("Enter");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await expect.poll(() => requestedUrls.length).toBe(1);
  await page.reload();
  await page.getByText("Not asked yet").waitFor();
  expect(requestedUrls).toHaveLength(1);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("region", { name: "Sources" }).getByText(NAPS).waitFor();
  expect(requestedUrls).toHaveLength(2);
  expect(watch.problems).toEqual([]);
});

it("asks a question from Home at once", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, NAPS, "Naps should be twenty minutes long.");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  await page.getByLabel("Your question").fill(QUESTION);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Sources" }).getByText(NAPS).waitFor();
  expect((await dashboard.api("GET", "/api/quota")).body.queries_used).toBe(1);
  expect(watch.problems).toEqual([]);
});

async function ask(page: Page, question: string): Promise<void> {
  await page.goto("/ask");
  await page.getByLabel("Your question").fill(question);
  await page.keyboard.press("Enter");
}

/** Returns the procedures that a request calls. */
function proceduresIn(url: string): string[] {
  const { pathname } = new URL(url);
  return pathname.startsWith("/trpc/") ? pathname.slice("/trpc/".length).split(",") : [];
}

async function setTier({ server, userId }: Dashboard, tier: string): Promise<void> {
  const cli = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));
  const env = { DATA_DIR: server.dataDir };
  await promisify(execFile)(process.execPath, [cli, "tier", userId, tier], { env });
}
