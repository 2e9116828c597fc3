import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function writeNote(dashboard: Dashboard, title: string, content = "Because."): Promise<string> {
  const { body } = await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" });
  return body.id;
}

it("writes a note that names another, accepts the suggested link, and undoes it", async () => {
  await using dashboard = await newcomer();
  const naps = await writeNote(dashboard, "Short naps restore attention", "Twenty minutes are enough. #sleep");
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  await page.getByLabel("Claim").fill("We decided that short naps restore attention best");
  expect(await page.getByLabel("Type").inputValue()).toBe("decision");
  const explanation = page.getByLabel("Explanation");
  await explanation.fill("As said: ");
  await explanation.press("End");
  await page.keyboard.type("[[short na");
  await page.getByRole("option", { name: /Short naps restore attention/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => explanation.inputValue()).toBe("As said: Short naps restore attention");
  await page.keyboard.type(", and **more**.");
  expect(await explanation.inputValue()).toBe("As said: Short naps restore attention, and **more**.");
  await page.keyboard.press("Control+e");
  await page.locator("form strong", { hasText: "more" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: /We decided that short naps/ }).waitFor();

  const suggestedLinks = page.getByRole("region", { name: "Suggested links" });
  await suggestedLinks.getByText("named in the text").waitFor();
  await page.keyboard.press("r");
  const relation = suggestedLinks.getByLabel("Relation to “Short naps restore attention”");
  await expect.poll(() => relation.inputValue()).toBe("extends");
  await page.keyboard.press("a");
  const links = page.getByRole("region", { name: "Links" });
  await links.getByRole("link", { name: "Short naps restore attention" }).waitFor();
  await suggestedLinks.waitFor({ state: "detached" });
  const fetchLinks = async () => (await dashboard.api("GET", "/api/graph/links")).body.links;
  await expect.poll(fetchLinks).toMatchObject([{ target_id: naps, relation: "extends" }]);
  await page.keyboard.press("u");
  await suggestedLinks.waitFor();
  await expect.poll(fetchLinks).toEqual([]);
  await page.keyboard.press("x");
  await suggestedLinks.waitFor({ state: "detached" });
  expect(watch.problems).toEqual([]);
});

it("edits, shows the changes of each revision, restores one, deletes, and restores the note", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Coffee helps", "Coffee helps in the morning.");
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${id}`);
  await page.keyboard.press("e");
  await page.getByLabel("Explanation").fill("Coffee helps in the afternoon.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Coffee helps in the afternoon.").waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  const revisions = page.getByRole("list", { name: "Revisions" });
  await revisions.locator("del", { hasText: "morning" }).waitFor();
  await revisions.locator("ins", { hasText: "afternoon" }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore revision 1" }).click();
  await page.getByText("Revision 1 restored.").waitFor();
  await page.getByRole("article").getByText("Coffee helps in the morning.").waitFor();

  await page.keyboard.press("Delete");
  await page.getByText("Note deleted.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/notes");
  await page.getByText("No notes yet").waitFor();
  await page.keyboard.press("u");
  await page.getByRole("heading", { level: 1, name: "Coffee helps" }).waitFor();
  await page.keyboard.press("z");
  await page.getByText("Archived", { exact: true }).waitFor();
  // The state shows at once; the toast follows once the server has confirmed it.
  await page.getByText("Note archived. Searches still find it, answers leave it out.").waitFor();
  const { body } = await dashboard.api("GET", `/api/workspace/notes/${id}`);
  expect(body).toMatchObject({ state: "archived", content: "Coffee helps in the morning." });
  expect(watch.problems).toEqual([]);
});

it("moves with Tab from the claim to the explanation and back, with or without findings", async () => {
  await using dashboard = await newcomer();
  await writeNote(dashboard, "Short naps restore attention");
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/notes/new");
  const claim = page.getByRole("textbox", { name: "Claim" });
  const text = page.getByLabel("Explanation");
  await page.keyboard.type("Short naps restore attention");
  const finding = page.getByRole("region", { name: "Findings" }).getByRole("link");
  await finding.waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("get settings, then talk");
  expect(await text.inputValue()).toBe("get settings, then talk");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  expect(await claim.inputValue()).toBe("Short naps restore attention!");
  expect(new URL(page.url()).pathname).toBe("/notes/new");
  // Findings are shown between the two fields, but come after them in tab order.
  const tops = await Promise.all([claim, finding, text].map(async (one) => (await one.boundingBox())!.y));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(await seriousViolations(page)).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("saves a claim without explanation, announces that, and keeps its text in step with the claim", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  const text = page.getByLabel("Explanation");
  const hint = page.getByText("If left empty, the claim itself is saved as the text.");
  await hint.waitFor();
  expect(await text.getAttribute("aria-describedby")).toBe(await hint.getAttribute("id"));
  await page.keyboard.type("Naps help");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  const fetchNotes = async () => (await dashboard.api("GET", "/api/graph/notes")).body.notes;
  expect(await fetchNotes()).toMatchObject([{ title: "Naps help", content: "Naps help" }]);
  expect(await page.getByRole("article").getByText("Naps help").count()).toBe(1);
  await page.keyboard.press("e");
  await text.waitFor();
  expect(await text.inputValue()).toBe("");
  await page.getByRole("textbox", { name: "Claim" }).fill("Naps heal");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps heal" }).waitFor();
  expect(await fetchNotes()).toMatchObject([{ title: "Naps heal", content: "Naps heal" }]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")))).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("shows a problem at its field, focuses the field, and clears the problem once it is fixed", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  const claim = page.getByRole("textbox", { name: "Claim" });
  const text = page.getByLabel("Explanation");
  await text.fill("x".repeat(50_001));
  await page.keyboard.press("Control+e");
  await page.getByRole("button", { name: /^Save/ }).click();
  const [noClaim, tooLong] = [page.getByText("A note needs a claim."), page.getByText(/^The explanation is longer/)];
  await noClaim.waitFor();
  await tooLong.waitFor();
  const isFocused = (field: typeof claim) => field.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isFocused(claim)).toBe(true);
  expect(await claim.getAttribute("aria-invalid")).toBe("true");
  expect(await claim.getAttribute("aria-describedby")).toBe(await noClaim.getAttribute("id"));
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.type("Naps help");
  await noClaim.waitFor({ state: "detached" });
  expect([await claim.getAttribute("aria-invalid"), await tooLong.count()]).toEqual([null, 1]);
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => isFocused(text)).toBe(true);
  await text.fill("They do.");
  await tooLong.waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  expect(watch.problems).toEqual([]);
});

it("restores the text of a note taken back in the editor, without replacing other writing", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  const [claim, text] = [page.getByRole("textbox", { name: "Claim" }), page.getByLabel("Explanation")];
  const fieldValues = async () => [await claim.inputValue(), await text.inputValue()];
  const countNotes = async () => (await dashboard.api("GET", "/api/graph/notes")).body.notes.length;
  await page.keyboard.type("Naps help");
  await page.keyboard.press("Tab");
  await page.keyboard.type("They do.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  await page.keyboard.press("u");
  await expect.poll(fieldValues).toEqual(["Naps help", "They do."]);
  await expect.poll(countNotes).toBe(0);
  await page.getByText("Undone.").waitFor();

  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  await page.keyboard.press("+");
  await page.keyboard.type("Coffee");
  await expect.poll(fieldValues).toEqual(["Coffee", ""]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(fieldValues).toEqual(["Naps help", "They do."]);
  await expect.poll(countNotes).toBe(0);
  await page.goBack();
  await expect.poll(fieldValues).toEqual(["Coffee", ""]);
  expect(watch.problems).toEqual([]);
});

it("loses no text of a note that cannot be taken back, and lets the user try again", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  await page.keyboard.type("Naps help");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  await page.route(/notes\.delete/, (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Knote cannot be reached.", { exact: true }).waitFor();
  const claim = page.getByRole("textbox", { name: "Claim" });
  expect(await claim.inputValue()).toBe("Naps help");
  expect((await dashboard.api("GET", "/api/graph/notes")).body.notes).toHaveLength(1);
  await page.unrouteAll();
  // The note is deleted elsewhere meanwhile.
  await dashboard.api(
    "DELETE",
    `/api/workspace/notes/${(await dashboard.api("GET", "/api/graph/notes")).body.notes[0].id}`,
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(await claim.inputValue()).toBe("Naps help");
  expect(watch.problems.filter((problem) => !/notes\.delete|404|ERR_CONNECTION/.test(problem))).toEqual([]);
});

it("keeps a draft across a reload, until it is discarded", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/notes/new");
  await page.getByLabel("Claim").fill("Half a thought");
  await page.getByText("Draft kept in this browser").waitFor();
  await page.reload();
  await page.getByText(/Draft restored/).waitFor();
  expect(await page.getByLabel("Claim").inputValue()).toBe("Half a thought");
  await page.getByRole("button", { name: "Discard draft" }).click();
  expect(await page.getByLabel("Claim").inputValue()).toBe("");
  await page.keyboard.press("Control+Enter");
  await page.getByText("A note needs a claim.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("loses nothing when the note changes elsewhere during editing", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Coffee helps", "In the morning.");
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${id}/edit`);
  await page.getByLabel("Explanation").fill("In the morning, mine.");
  await dashboard.api("PUT", `/api/workspace/notes/${id}`, { content: "In the evening, theirs.", tags: ["drink"] });
  const notice = page.getByRole("alert", { name: "Changed elsewhere" });
  await notice.getByText(/evening/).waitFor();
  expect(await page.getByLabel("Explanation").inputValue()).toBe("In the morning, mine.");
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Coffee helps" }).waitFor();
  const { body } = await dashboard.api("GET", `/api/workspace/notes/${id}`);
  expect(body).toMatchObject({ content: "In the morning, mine.", tags: ["drink"] });
  expect(watch.problems).toEqual([]);
});

it("does not overwrite changes made elsewhere during a save", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Coffee helps", "In the morning.");
  const { page, watch, goto } = await dashboard.visit();
  const theirs = [{ tags: ["drink"] }, { content: "In the evening, theirs." }];
  await page.route(/notes\.update/, async (route) => {
    const change = theirs.shift();
    if (change) await dashboard.api("PUT", `/api/workspace/notes/${id}`, change);
    await route.continue();
  });
  await goto(`/notes/${id}/edit`);
  await page.getByLabel("Explanation").fill("In the morning, mine.");
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alert", { name: "Changed elsewhere" });
  await notice.getByText(/evening/).waitFor();
  expect(await page.getByLabel("Explanation").inputValue()).toBe("In the morning, mine.");
  const note = async () => (await dashboard.api("GET", `/api/workspace/notes/${id}`)).body;
  expect(await note()).toMatchObject({ content: "In the evening, theirs.", tags: ["drink"] });
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Coffee helps" }).waitFor();
  expect(await note()).toMatchObject({ content: "In the morning, mine.", tags: ["drink"] });
  expect(watch.problems.filter((problem) => !/notes\.update|409/.test(problem))).toEqual([]);
});

it("links, retypes and unlinks on a note's page, and shows the chain of its versions", async () => {
  await using dashboard = await newcomer();
  const id = await writeNote(dashboard, "Coffee helps a little");
  const older = await writeNote(dashboard, "Coffee helps a lot");
  const { page, watch, goto } = await dashboard.visit();
  await goto(`/notes/${id}`);
  await page.keyboard.press("l");
  await page.getByLabel("Note to link with").fill("coffee lot");
  await page.getByRole("option", { name: "Coffee helps a lot" }).waitFor();
  await page.keyboard.press("Enter");
  const links = page.getByRole("region", { name: "Links" });
  await links.getByRole("link", { name: "Coffee helps a lot" }).waitFor();
  await links.getByRole("button", { name: /^Change the link/ }).click();
  await page.getByRole("menuitem", { name: "supersedes" }).click();
  const versions = page.getByRole("navigation", { name: "Versions of this claim" });
  await versions.getByRole("link", { name: "Coffee helps a lot" }).waitFor();
  const fetchLinks = async () => (await dashboard.api("GET", "/api/graph/links")).body.links;
  await expect.poll(fetchLinks).toMatchObject([{ source_id: id, target_id: older, relation: "supersedes" }]);
  expect(await seriousViolations(page)).toEqual([]);
  await links.getByRole("button", { name: /^Change the link/ }).click();
  await page.getByRole("menuitem", { name: "Remove the link" }).click();
  await versions.waitFor({ state: "detached" });
  await page.keyboard.press("u");
  await versions.waitFor();
  expect(watch.problems).toEqual([]);
});
