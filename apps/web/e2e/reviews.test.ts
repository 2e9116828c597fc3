import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

/** Writes notes of which the report rests on the plan, the plan on the team, and a newer team replaced the team. */
async function writeShaken(dashboard: Dashboard) {
  const write = async (title: string): Promise<string> =>
    (await dashboard.api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact" })).body.id;
  const link = (source_id: string, relation: string, target_id: string) =>
    dashboard.api("POST", "/api/workspace/links", { source_id, target_id, relation });
  const team = await write("Seokjin leads the team");
  const newTeam = await write("Jihoon leads the team");
  const plan = await write("Reviews go to Seokjin");
  const report = await write("The report waits for Seokjin");
  await link(plan, "depends_on", team);
  await link(report, "derived_from", plan);
  await link(newTeam, "supersedes", team);
  return { write, link, team, newTeam, plan, report };
}

async function openReviews(dashboard: Dashboard): Promise<string[]> {
  const { body } = await dashboard.api("GET", "/api/graph/reviews");
  return body.reviews.map(({ note }: { note: { title: string } }) => note.title);
}

it("asks in Tend about what rests on a replaced note, and undoes each decision", async () => {
  await using dashboard = await newcomer();
  const { plan } = await writeShaken(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByText("replaced by “Jihoon leads the team”").waitFor();
  await attention.getByRole("link", { name: "Tend all 2" }).click();
  await page.getByRole("link", { name: "Rests on what changed" }).click();

  const ofReport = page.getByRole("article", { name: "The report waits for Seokjin rests on Seokjin leads the team" });
  const ofPlan = page.getByRole("article", { name: "Reviews go to Seokjin rests on Seokjin leads the team" });
  const badge = page.getByRole("link", { name: "Tend 2 waiting" });
  await ofReport.getByRole("link", { name: "Reviews go to Seokjin" }).waitFor();
  await ofReport.getByText("replaced by “Jihoon leads the team”").waitFor();
  await badge.waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.keyboard.press("x");
  await page.getByText("“The report waits for Seokjin” still stands.").waitFor();
  await ofReport.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Tend 1 waiting" }).waitFor();
  expect(await openReviews(dashboard)).toEqual(["Reviews go to Seokjin"]);
  await page.keyboard.press("u");
  await ofReport.waitFor();
  await badge.waitFor();

  await page.keyboard.press("j");
  await page.keyboard.press("w");
  await page.getByRole("textbox", { name: "Why it still stands" }).fill("He still reviews.");
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("No note rests on something that changed.").waitFor();
  const reason = async () =>
    (await dashboard.api("GET", `/api/workspace/notes/${plan}/review`)).body.causes[0].looked_at?.reason;
  await expect.poll(reason).toBe("He still reviews.");
  await page.keyboard.press("u");
  await ofReport.waitFor();
  await ofPlan.waitFor();

  await page.keyboard.press("f");
  await page.getByText("All that rests on “Seokjin leads the team” still stands.").waitFor();
  await page.getByText("No note rests on something that changed.").waitFor();
  expect(await openReviews(dashboard)).toEqual([]);
  await page.keyboard.press("u");
  await badge.waitFor();

  // The fallen link is the plan's, though the report is asked about.
  await ofReport.getByRole("button", { name: "Rest on the newer note" }).click();
  await page.getByText("No note rests on something that changed.").waitFor();
  await eventually(async () => expect(await openReviews(dashboard)).toEqual([]));
  await page.keyboard.press("u");
  await ofPlan.getByRole("button", { name: "Rewrite" }).click();
  await page.getByRole("heading", { name: "Edit the note" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/notes/${plan}/edit`);
  expect(watch.problems).toEqual([]);
});

it("tells on the note's page why it needs review, and takes a look back", async () => {
  await using dashboard = await newcomer();
  const { report } = await writeShaken(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${report}`);
  const banner = page.getByRole("region", { name: "Needs review" });
  await banner.getByText("replaced by “Jihoon leads the team”").waitFor();
  await banner.getByRole("link", { name: "Reviews go to Seokjin" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.keyboard.press("w");
  await page.getByRole("textbox", { name: "Why it still stands" }).fill("It waits for both.");
  await page.keyboard.press("Enter");
  await page.getByText("Still stands.", { exact: true }).waitFor();
  const quietNotice = page.getByRole("region", { name: "Found to stand" });
  await quietNotice.getByText("It waits for both.").waitFor();
  await banner.waitFor({ state: "detached" });
  expect(await openReviews(dashboard)).toEqual(["Reviews go to Seokjin"]);
  expect(await seriousViolations(page)).toEqual([]);

  await quietNotice.getByRole("button", { name: "Take back" }).click();
  await page.getByText("This note needs review again.").waitFor();
  await banner.waitFor();
  await page.keyboard.press("s");
  await quietNotice.waitFor();
  await page.keyboard.press("u");
  await banner.getByRole("link", { name: "Tend" }).click();
  await page.getByRole("article", { name: "The report waits for Seokjin rests on Seokjin leads the team" }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("replaces a note that needs review with a new one, and undoes that", async () => {
  await using dashboard = await newcomer();
  const { report, plan } = await writeShaken(dashboard);
  const stateOf = async (id: string) => (await dashboard.api("GET", `/api/workspace/notes/${id}`)).body.state;
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend?kind=reviews");
  await page.getByRole("article", { name: /^The report/ }).waitFor();
  await page.keyboard.press("p");
  await page.getByText("Replaces “The report waits for Seokjin”.").waitFor();
  const claim = page.getByRole("textbox", { name: "Claim" });
  expect(await claim.inputValue()).toBe("The report waits for Seokjin");
  expect(await page.getByLabel("Explanation").inputValue()).not.toBe("");
  await claim.fill("The report waits for Jihoon");
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "The report waits for Jihoon" }).waitFor();
  await page.getByText("Note saved.").waitFor();
  await expect.poll(() => stateOf(report)).toBe("superseded");
  expect(await openReviews(dashboard)).toEqual(["Reviews go to Seokjin"]);
  await page.keyboard.press("u");
  await page.getByText("Replaces “The report waits for Seokjin”.").waitFor();
  await eventually(async () => expect(await stateOf(report)).toBe("active"));

  await goto(`/notes/${plan}`);
  await page.getByRole("region", { name: "Needs review" }).waitFor();
  await page.keyboard.press("p");
  await page.getByText("Replaces “Reviews go to Seokjin”.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("stays with what is tended after the last of it is settled", async () => {
  await using dashboard = await newcomer();
  await writeShaken(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/tend");
  const kinds = page.getByRole("navigation", { name: "What to tend" });
  const current = kinds.locator("[aria-current=page]");
  for (const title of ["The report waits for Seokjin", "Reviews go to Seokjin"]) {
    await page.getByRole("article", { name: `${title} rests on Seokjin leads the team` }).waitFor();
    await page.keyboard.press("x");
    await page.getByText(`“${title}” still stands.`).waitFor();
  }
  await page.getByRole("link", { name: "Tend", exact: true }).waitFor();
  expect(await current.innerText()).toBe("Rests on what changed");
  await page.getByRole("region", { name: "Rests on what changed" }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("lists only the notes that need review, until they were looked at", async () => {
  await using dashboard = await newcomer();
  await writeShaken(dashboard);
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  const rows = page.locator("[data-index] a.note");
  await eventually(async () => expect(await rows.count()).toBe(4));
  const chip = page.getByRole("button", { name: "Needs review" });
  await chip.click();
  await eventually(async () =>
    expect(await rows.allInnerTexts()).toEqual(["The report waits for Seokjin", "Reviews go to Seokjin"]),
  );
  expect(await chip.getAttribute("aria-pressed")).toBe("true");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Tend 2 waiting" }).click();
  await page.getByRole("article", { name: /^The report/ }).waitFor();
  await page.keyboard.press("f");
  await page.getByText("All that rests on “Seokjin leads the team” still stands.").waitFor();
  await page.goBack();
  await page.getByText("No notes match these filters").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await eventually(async () => expect(await rows.count()).toBe(4));
  expect(watch.problems).toEqual([]);
});

it("tells before a note is archived, deleted or replaced what rests on it", async () => {
  await using dashboard = await newcomer();
  const { newTeam, write, link } = await writeShaken(dashboard);
  for (const day of ["Monday", "Tuesday", "Wednesday"])
    await link(await write(`The team meets on ${day}`), "depends_on", newTeam);
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${newTeam}`);
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog", { name: "Delete this note?" });
  await dialog.getByText("3 notes rest on this and will need review:").waitFor();
  await dialog.getByText("The team meets on Tuesday").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await dashboard.api("GET", `/api/workspace/notes/${newTeam}`)).status).toBe(200);
  await page.keyboard.press("Delete");
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Note deleted.").waitFor();
  expect((await dashboard.api("GET", `/api/workspace/notes/${newTeam}`)).status).toBe(404);
  await page.keyboard.press("u");
  await page.getByRole("heading", { level: 1, name: "Jihoon leads the team" }).waitFor();

  // The answer is late; the dialog is not.
  const gate = Promise.withResolvers<void>();
  await page.route("**/trpc/*reviews.impact*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await goto(`/notes/${newTeam}`);
  await page.keyboard.press("z");
  const archiving = page.getByRole("dialog", { name: "Archive this note?" });
  await archiving.getByRole("button", { name: "Archive" }).waitFor();
  expect(await archiving.getByText(/on this/).count()).toBe(0);
  gate.resolve();
  await archiving.getByText("3 notes rest on this and will need review:").waitFor();
  await page.keyboard.press("Escape");

  // Nothing rests on these, so nothing is asked.
  const other = await write("Something else");
  await goto(`/notes/${other}`);
  await page.keyboard.press("l");
  await page.getByRole("combobox", { name: "Relation" }).selectOption("supersedes");
  await page.getByRole("combobox", { name: "Note to link with" }).fill("Jihoon");
  const form = page.getByRole("form", { name: "Link with another note" });
  await form.getByText("3 notes rest on “Jihoon leads the team” and will need review:").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await page.getByText("Note archived.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("tells before several notes are deleted what rests on them", async () => {
  await using dashboard = await newcomer();
  const { newTeam, plan, write, link } = await writeShaken(dashboard);
  await link(await write("The team meets on Monday"), "depends_on", newTeam);
  const lone = await write("Something else");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes");
  await page.getByRole("button", { name: "Select several" }).click();
  const choose = async (...titles: string[]) => {
    for (const title of titles) await page.getByLabel(`Select “${title}”`).check();
  };
  await choose("Jihoon leads the team", "Reviews go to Seokjin");
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog", { name: "Delete 2 notes?" });
  // The report rests on what was replaced already; that it will need review is no news.
  await dialog.getByText("1 note rests on them and will need review:").waitFor();
  await dialog.getByText("The team meets on Monday").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText("2 selected").waitFor();
  for (const id of [newTeam, plan]) expect((await dashboard.api("GET", `/api/workspace/notes/${id}`)).status).toBe(200);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("dialog", { name: "Archive 2 notes?" }).getByRole("button", { name: "Archive" }).click();
  await page.getByText("2 notes archived.").waitFor();
  expect((await dashboard.api("GET", `/api/workspace/notes/${plan}`)).body.state).toBe("archived");
  // Nothing rests on this one.
  await page.getByRole("button", { name: "Select several" }).click();
  await choose("Something else");
  await page.keyboard.press("Delete");
  await page.getByText("One note deleted.").waitFor();
  expect((await dashboard.api("GET", `/api/workspace/notes/${lone}`)).status).toBe(404);
  expect(watch.problems).toEqual([]);
});

it("tells each cause in plain words, in dark and on a phone", async () => {
  await using dashboard = await newcomer();
  const { write, link } = await writeShaken(dashboard);
  const rest = async (claim: string): Promise<string> => {
    const foundation = await write(claim);
    await link(await write(`Because ${claim.toLowerCase()}`), "depends_on", foundation);
    return foundation;
  };
  const set = async (id: string, change: object) => dashboard.api("PUT", `/api/workspace/notes/${id}`, change);
  await set(await rest("The archive is damp"), { state: "archived" });
  await set(await rest("The door is red"), { title: "The door is green" });
  await dashboard.api("DELETE", `/api/workspace/notes/${await rest("A secret is out")}`);
  await link(await write("Tea calms"), "contradicts", await rest("Tea wakes"));
  const words = [
    ["Because the archive is damp rests on The archive is damp", "archived"],
    ["Because the door is red rests on The door is green", "reads “The door is green” now"],
    ["Because a secret is out rests on a deleted note", "rested on a note that was deleted"],
    ["Because tea wakes rests on Tea wakes", "contested by “Tea calms”"],
  ] as const;
  for (const options of [{ colorScheme: "dark" }, { viewport: { width: 390, height: 780 }, hasTouch: true }] as const) {
    const { page, watch, goto } = await dashboard.visit(options);
    await goto("/tend?kind=reviews");
    for (const [name, text] of words) await page.getByRole("article", { name }).getByText(text).last().waitFor();
    expect(await page.getByText("A secret is out", { exact: true }).count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(watch.problems).toEqual([]);
  }
});
