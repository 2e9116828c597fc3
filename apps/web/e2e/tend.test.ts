import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function write(dashboard: Dashboard, title: string, content = "Because."): Promise<string> {
  const note = { title, content, note_type: "insight" };
  return (await dashboard.api("POST", "/api/workspace/notes", note)).body.id;
}

async function link(dashboard: Dashboard, source_id: string, relation: string, target_id: string): Promise<void> {
  await dashboard.api("POST", "/api/workspace/links", { source_id, target_id, relation });
}

async function relationsOf(dashboard: Dashboard): Promise<string[]> {
  const [{ body: links }, { body: notes }] = await Promise.all([
    dashboard.api("GET", "/api/graph/links"),
    dashboard.api("GET", "/api/graph/notes"),
  ]);
  const titles = new Map(notes.notes.map((note: { id: string; title: string }) => [note.id, note.title]));
  return links.links
    .map((madeLink: { source_id: string; target_id: string; relation: string }) =>
      [titles.get(madeLink.source_id), madeLink.relation, titles.get(madeLink.target_id)].join(" "),
    )
    .toSorted();
}

async function stateOf(dashboard: Dashboard, id: string): Promise<string> {
  return (await dashboard.api("GET", `/api/workspace/notes/${id}`)).body.state;
}

it("decides between contested claims with one key, and undoes it with another", async () => {
  await using dashboard = await newcomer();
  const tea = await write(dashboard, "Tea wakes better than coffee");
  const coffee = await write(dashboard, "Coffee wakes better than tea");
  await link(dashboard, coffee, "contradicts", tea);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend");
  const card = page.getByRole("article", {
    name: "Coffee wakes better than tea contradicts Tea wakes better than coffee",
  });
  const badge = page.getByRole("link", { name: "Tend 1 waiting" });
  await card.waitFor();
  await badge.waitFor();

  await page.keyboard.press("1");
  await page.getByText("No contradictions.").waitFor();
  await page.getByText("Replaced “Tea wakes better than coffee”.").waitFor();
  await badge.waitFor({ state: "detached" });
  expect(await stateOf(dashboard, tea)).toBe("superseded");
  await page.keyboard.press("u");
  await card.waitFor();
  await badge.waitFor();
  await expect.poll(() => stateOf(dashboard, tea)).toBe("contested");

  await page.keyboard.press("3");
  await page.getByText("No contradictions.").waitFor();
  await page.getByText("Archived “Coffee wakes better than tea”.").waitFor();
  expect(await stateOf(dashboard, coffee)).toBe("archived");
  await page.keyboard.press("u");
  await card.waitFor();
  await eventually(async () => expect(await stateOf(dashboard, coffee)).toBe("active"));

  await page.keyboard.press("r");
  await page.getByRole("group", { name: "Relation" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("2");
  await page.getByText("No contradictions.").waitFor();
  await page.getByText("Relation changed.").waitFor();
  expect(await relationsOf(dashboard)).toEqual(["Coffee wakes better than tea extends Tea wakes better than coffee"]);
  await page.keyboard.press("u");
  await card.waitFor();

  await page.keyboard.press("a");
  await page.getByText("Kept both.").waitFor();
  await badge.waitFor({ state: "detached" });
  expect(await stateOf(dashboard, tea)).toBe("contested");
  await page.reload();
  await page.getByText("No contradictions.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("moves a note that rests on a replaced note to the successor", async () => {
  await using dashboard = await newcomer();
  const [old, newer, plan] = [
    await write(dashboard, "The lake opens in May"),
    await write(dashboard, "The lake opens in June"),
    await write(dashboard, "We swim each morning"),
  ];
  await link(dashboard, newer, "supersedes", old);
  await link(dashboard, plan, "depends_on", old);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend");
  const card = page.getByRole("article", { name: "We swim each morning rests on The lake opens in May" });
  await card.getByText("replaced by “The lake opens in June”").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("a");
  await page.getByText("Now rests on the newer note.").waitFor();
  await eventually(async () =>
    expect(await relationsOf(dashboard)).toEqual([
      "The lake opens in June supersedes The lake opens in May",
      "We swim each morning depends_on The lake opens in June",
    ]),
  );
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await eventually(async () =>
    expect(await relationsOf(dashboard)).toContain("We swim each morning depends_on The lake opens in May"),
  );
  expect(watch.problems).toEqual([]);
});

it("merges near-duplicates, links orphans, and moves between cards by keys", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, "Naps of twenty minutes leave no grogginess", "Longer ones do, as deep sleep begins.");
  await write(dashboard, "Naps of twenty minutes leave no grogginess.", "Longer ones do, for deep sleep begins then.");
  await write(dashboard, "Deep sleep begins after half an hour of a nap", "That is when waking leaves grogginess.");
  await write(dashboard, "Our boat needs new paint", "The hull peels.");
  await dashboard.whenIndexed();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=duplicates");
  const same = page.getByRole("article", { name: /^Naps of twenty minutes leave no grogginess\.? is similar to/ });
  await same.waitFor();
  await page.keyboard.press("m");
  const form = page.getByRole("form", { name: "Merge into one" });
  await form
    .getByRole("region", { name: "The older note" })
    .getByText("Longer ones do, as deep sleep begins.")
    .waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await form.getByRole("textbox", { name: "The claim of the merged note" }).fill("Short naps leave no grogginess");
  await form.getByRole("button", { name: "Merge" }).click();
  await page.getByText(/^Merged into “Naps of twenty minutes/).waitFor();
  await page.getByText("No two notes say the same thing.").waitFor();
  const { body } = await dashboard.api("GET", "/api/graph/notes?state=superseded");
  expect(body.notes).toHaveLength(1);
  await page.keyboard.press("u");
  await same.waitFor();
  await eventually(async () =>
    expect((await dashboard.api("GET", "/api/graph/notes?state=superseded")).body.notes).toEqual([]),
  );

  await page.getByRole("link", { name: "Orphans" }).click();
  const boat = page.getByRole("article", { name: "Our boat needs new paint has no links" });
  await boat.waitFor();
  expect(await boat.getAttribute("aria-current")).toBe("true");
  await page.keyboard.press("j");
  expect(await boat.getAttribute("aria-current")).toBeNull();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await boat.waitFor({ state: "detached" });
  const nap = page.getByRole("article", { name: "Deep sleep begins after half an hour of a nap has no links" });
  await nap
    .getByRole("link", { name: /Naps of twenty minutes/ })
    .first()
    .waitFor();
  await page.keyboard.press("a");
  await nap.waitFor({ state: "detached" });
  await eventually(async () => expect(await relationsOf(dashboard)).toHaveLength(1));
  expect(watch.problems).toEqual([]);
});

it("does not offer a link again that was dismissed after saving", async () => {
  await using dashboard = await newcomer();
  await write(dashboard, "Naps of twenty minutes leave no grogginess", "Longer ones do, as deep sleep begins.");
  const id = await write(dashboard, "Naps of twenty minutes leave no grogginess.", "Longer ones do.");
  const { page, watch, goto } = await dashboard.visit();
  // Saving a new note does not wait for its suggestions on a busy machine; saving an earlier one does.
  await goto(`/notes/${id}/edit`);
  await page.getByLabel("Explanation").fill("Longer ones do, for deep sleep begins then.");
  await page.keyboard.press("Control+Enter");
  const suggestedLinks = page.getByRole("region", { name: "Suggested links" });
  await suggestedLinks.getByRole("link", { name: "Naps of twenty minutes leave no grogginess" }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("Suggestion dismissed.").waitFor();
  await suggestedLinks.waitFor({ state: "detached" });
  await dashboard.whenIndexed();
  await goto("/tend?kind=duplicates");
  await page.getByText("No two notes say the same thing.").waitFor();
  const { looks } = (await dashboard.api("GET", "/api/graph/looks")).body;
  expect(looks).toHaveLength(1);
  await dashboard.api("DELETE", `/api/graph/looks?key=${encodeURIComponent(looks[0].key)}`);
  await page.reload();
  await page.getByRole("article", { name: /is similar to/ }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("moves what the browser remembered as dismissed to the account", async () => {
  await using dashboard = await newcomer();
  const tea = await write(dashboard, "Tea wakes better than coffee");
  const coffee = await write(dashboard, "Coffee wakes better than tea");
  await link(dashboard, coffee, "contradicts", tea);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend");
  await page.getByRole("link", { name: "Tend 1 waiting" }).waitFor();
  const key = `contested ${coffee} ${tea}`;
  await page.evaluate((value) => localStorage.setItem("knote.dismissed", value), key);
  await page.reload();
  await page.getByText("No contradictions.").waitFor();
  await page.waitForFunction(() => localStorage.getItem("knote.dismissed") === "");
  expect((await dashboard.api("GET", "/api/graph/looks")).body.looks.map((look: { key: string }) => look.key)).toEqual([
    key,
  ]);
  await page.reload();
  await page.getByText("No contradictions.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("puts a card back when its decision fails, and is accessible in dark and on a phone", async () => {
  await using dashboard = await newcomer();
  const tea = await write(dashboard, "Tea wakes better than coffee");
  const coffee = await write(dashboard, "Coffee wakes better than tea");
  await link(dashboard, coffee, "contradicts", tea);
  for (const options of [{ colorScheme: "dark" }, { viewport: { width: 390, height: 780 }, hasTouch: true }] as const) {
    const { page, goto } = await dashboard.visit(options);
    await goto("/tend");
    const card = page.getByRole("article", { name: /^Coffee wakes/ });
    await card.waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.route("**/trpc/links.create**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await card.getByRole("button", { name: "Keep this one" }).first().click();
    await page
      .getByRole("status")
      .getByText(/wrong|reached|error/i)
      .first()
      .waitFor();
    await card.waitFor();
    expect(await stateOf(dashboard, tea)).toBe("contested");
  }
});
