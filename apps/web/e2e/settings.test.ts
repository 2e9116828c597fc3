import { readFile } from "node:fs/promises";
import { eventually } from "@knote/testkit";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard, Visit } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function write(dashboard: Dashboard, title: string, fields: object = {}): Promise<string> {
  const note = { title, content: "Because.", note_type: "insight", ...fields };
  return (await dashboard.api("POST", "/api/workspace/notes", note)).body.id;
}

/** Returns the content of a graph without ids, to compare graphs of different users. */
async function contents(dashboard: Dashboard): Promise<object> {
  const { notes } = (await dashboard.api("GET", "/api/graph/notes")).body;
  const { links } = (await dashboard.api("GET", "/api/graph/links")).body;
  const titles = new Map<string, string>(notes.map((note: { id: string; title: string }) => [note.id, note.title]));
  return {
    notes: notes.map(({ id: _id, ...note }: { id: string }) => note),
    links: links
      .map((link: { source_id: string; target_id: string; relation: string }) => {
        const ends = [titles.get(link.source_id), titles.get(link.target_id)];
        // Which end came first means nothing.
        return [link.relation, ...(link.relation === "relates_to" ? ends.toSorted() : ends)].join(" ");
      })
      .toSorted(),
  };
}

async function exportFile(page: Page, format: string): Promise<Buffer> {
  await page.getByRole("radio", { name: format }).check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  return await readFile(await (await download).path());
}

/** Imports a file, and returns once its result is there. */
async function importFile({ page, goto }: Visit, name: string, buffer: Buffer): Promise<void> {
  await goto("/import");
  await page.getByLabel("Files to import").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await page.getByRole("button", { name: "Import 3 notes" }).click();
}

it("restores everything by export, erasure and import", async () => {
  await using dashboard = await newcomer();
  const old = await write(dashboard, "The lake opens in May", { tags: ["lake", "Spring"], importance: 0.9 });
  const newer = await write(dashboard, "The lake opens in June", { content: "Says the sign.\n\n“Line two” — 🏊" });
  const set = await write(dashboard, "Boats were cheaper once", { note_type: "experience" });
  for (const [source_id, relation, target_id] of [
    [newer, "supersedes", old],
    [set, "relates_to", old],
  ])
    await dashboard.api("POST", "/api/workspace/links", { source_id, target_id, relation });
  await dashboard.api("PUT", `/api/workspace/notes/${set}`, { state: "archived" });
  const before = await contents(dashboard);

  const own = await dashboard.visit();
  const { page, watch, goto } = own;
  await goto("/settings");
  const lines = await exportFile(page, "JSON lines");
  const archive = await exportFile(page, "Markdown, as a zip");
  await page.getByText("3 notes, 2 links exported.").waitFor();
  await importFile(own, "knote.jsonl", lines);
  await page.getByText("0 notes stored, 0 links made, 5 already here, 0 refused.").waitFor();

  await goto("/settings");
  await page.getByRole("button", { name: "Erase my account …" }).click();
  const sure = page.getByRole("dialog", { name: "Erase everything?" });
  expect(await sure.getByRole("button", { name: "Erase everything" }).isDisabled()).toBe(true);
  expect(await seriousViolations(page)).toEqual([]);
  await sure.getByRole("textbox").fill("erase");
  await sure.getByRole("button", { name: "Erase everything" }).click();
  await signInButton(page).waitFor();
  expect(watch.problems.filter((problem) => !problem.includes("401"))).toEqual([]);

  for (const [name, file] of [
    ["knote.jsonl", lines],
    ["knote.zip", archive],
  ] as const) {
    await using again = await newcomer();
    const visit = await again.visit();
    await importFile(visit, name, file);
    await visit.page.getByText("3 notes stored, 2 links made, 0 already here, 0 refused.").waitFor();
    expect(await contents(again)).toEqual(before);
    expect(visit.watch.problems).toEqual([]);
  }
});

it("creates a working token for a script, shows it once, and stores it nowhere", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/settings");
  await page.getByRole("button", { name: "Create a token for an hour" }).click();
  const token = await page.getByLabel(/It is not shown again/).inputValue();
  const answer = await fetch(`${dashboard.server.url}/api/graph/stats`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token.slice(0, 20));
  await page.reload();
  await page.getByRole("button", { name: "Create a token for an hour" }).waitFor();
  expect(await page.content()).not.toContain(token);
  expect(watch.problems).toEqual([]);
});

it("makes a personal token by keyboard, shows it once, and revokes it after asking", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/settings");
  const statusOf = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${dashboard.server.url}/api/graph/stats`, { headers })).status;
  };
  await page.getByText("No script or agent has a token of yours.").waitFor();
  await page.getByRole("button", { name: "New token …" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New access token" });
  const create = dialog.getByRole("button", { name: "Create token" });
  expect(await create.isDisabled()).toBe(true);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.type("backup script");
  const ticks = dialog.getByRole("checkbox");
  const names = ["Read notes", "Write notes", "Ask questions", "Manage webhooks"];
  for (const name of names) expect(await ticks.and(dialog.getByLabel(name)).isChecked()).toBe(name === "Read notes");
  await dialog.getByLabel("Ask questions").focus();
  await page.keyboard.press("Space");
  await dialog.getByLabel("It ends").selectOption("In a week");
  await create.press("Enter");

  const token = await dialog.getByLabel("It is not shown again.").inputValue();
  expect(token).toMatch(/^knote_pat_[0-9A-Za-z]{36}$/);
  expect(await statusOf(token)).toBe(200);
  await dialog.getByText("Claude Code").click();
  await dialog.getByText(`export KNOTE_TOKEN=${token}`).first().waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(token);

  const rows = page.getByRole("list", { name: "Access tokens" }).getByRole("listitem");
  await eventually(async () => expect(await rows.count()).toBe(1));
  const row = await rows.first().innerText();
  for (const part of ["backup script", `…${token.slice(-4)}`, "May read and ask", "Ends soon"])
    expect(row).toContain(part);

  await rows.getByRole("button", { name: "Revoke “backup script”" }).press("Enter");
  const sure = page.getByRole("dialog", { name: "Revoke this token?" });
  await sure.getByText("This cannot be undone.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sure.waitFor({ state: "detached" });
  expect(await statusOf(token)).toBe(200);
  await rows.getByRole("button", { name: "Revoke “backup script”" }).click();
  await sure.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Token revoked.").waitFor();
  expect(await statusOf(token)).toBe(401);
  await page.getByText("No script or agent has a token of yours.").waitFor();
  expect(watch.problems).toEqual([]);
});

it("ends one session of two, and then all of them", async () => {
  await using dashboard = await newcomer();
  const { page, goto } = await dashboard.visit();
  const second = await dashboard.browser.newContext({ baseURL: dashboard.server.url });
  const other = await second.newPage();
  await signInAgain(other);
  await goto("/settings");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await eventually(async () => expect(await sessions.count()).toBe(2));
  expect(await sessions.filter({ hasText: "This browser" }).count()).toBe(1);
  await page.getByRole("button", { name: "Sign out there" }).click();
  await eventually(async () => expect(await sessions.count()).toBe(1));
  await other.reload();
  await signInButton(other).waitFor();

  await signInAgain(other);
  const script = await tokenOf(other);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await signInButton(page).waitFor();
  await other.reload();
  await signInButton(other).waitFor();
  const answer = await fetch(`${dashboard.server.url}/api/quota`, { headers: { Authorization: `Bearer ${script}` } });
  expect(answer.status).toBe(401);
});

/** Signs the same GitHub user in with another browser. */
async function signInAgain(page: Page): Promise<void> {
  await page.goto("/signin");
  await signInButton(page).click();
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
}

function signInButton(page: Page): Locator {
  return page.getByRole("link", { name: /^Sign in with/ });
}

async function tokenOf(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const response = await fetch("/auth/token", { method: "POST" });
    return ((await response.json()) as { access_token: string }).access_token;
  });
}
