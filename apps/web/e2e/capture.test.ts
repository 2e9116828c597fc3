import { describe, expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard, Visit } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

async function notesOf({ api }: Dashboard): Promise<{ title: string; content: string; tags: string[] }[]> {
  return (await api("GET", "/api/graph/notes")).body.notes;
}

/** Opens the dashboard so that it works without the server. */
async function visitOffline(dashboard: Dashboard): Promise<Visit> {
  const visit = await dashboard.visit({ serviceWorkers: "allow" });
  await visit.goto("/");
  await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The name of the user is known from here on.
  await visit.page.waitForFunction(() => localStorage.getItem("knote.user") !== null);
  await visit.context.setOffline(true);
  return visit;
}

async function write({ page }: Visit, title: string, content: string): Promise<void> {
  await page.goto("/notes/new");
  await page.getByLabel("Claim").fill(title);
  await page.getByLabel("Explanation").fill(content);
  await page.getByRole("button", { name: "Save" }).click();
}

describe("a note that is saved without the server", () => {
  it("waits in the browser, survives a reload, and is stored once as soon as the server answers", async () => {
    await using dashboard = await newcomer();
    const visit = await visitOffline(dashboard);
    const { page, context } = visit;
    await write(visit, "Owls hunt at night", "I heard one.");
    await page.getByText("1 note waits in this browser to be sent.").waitFor();
    await page.getByRole("list", { name: "Waiting notes" }).getByText("Owls hunt at night").waitFor();
    await page.reload();
    await page.getByText("1 note waits in this browser to be sent.").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await write(visit, "Bats do, too", "");
    await page.getByText("2 notes wait in this browser to be sent.").waitFor();
    expect(await notesOf(dashboard)).toEqual([]);

    await context.setOffline(false);
    await page.getByText("waiting notes are stored.").waitFor();
    await page.getByText("Nothing waits").waitFor();
    expect((await notesOf(dashboard)).map(({ title, content }) => [title, content]).toSorted()).toEqual([
      ["Bats do, too", "Bats do, too"],
      ["Owls hunt at night", "I heard one."],
    ]);
    await page.goto("/notes");
    await page.getByText("Owls hunt at night").first().waitFor();
    expect(await page.getByText("to be sent").count()).toBe(0);
    expect(await notesOf(dashboard)).toHaveLength(2);
  });

  it("goes back into the editor, and keeps its user from signing out by accident", async () => {
    await using dashboard = await newcomer();
    const visit = await visitOffline(dashboard);
    const { page, context } = visit;
    await write(visit, "Owls hunt", "Because.");
    await page.getByText("1 note waits").waitFor();
    const refusal =
      '{"line":1,"status":"error","detail":"No."}\n{"done":true,"created":0,"exists":0,"linked":0,"failed":1}\n';
    await context.route("/api/workspace/import", (route) => route.fulfill({ body: refusal }));
    await context.setOffline(false);
    await page.getByRole("alert").getByText("Refused: No.").waitFor();
    await page.goto("/settings");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("1 note waits to be sent from this browser. Send or delete first.").waitFor();
    await page.goto("/waiting");
    await page.getByRole("button", { name: "Write on: Owls hunt" }).click();
    await page.getByText("Draft restored").waitFor();
    expect(await page.getByLabel("Claim").inputValue()).toBe("Owls hunt");
    expect(await page.getByText("1 note waits").count()).toBe(0);
    expect(await notesOf(dashboard)).toEqual([]);
  });

  it("is not of another user of the same browser", async () => {
    await using dashboard = await newcomer();
    const visit = await visitOffline(dashboard);
    const { page, context } = visit;
    await write(visit, "Mine alone", "");
    await page.getByText("1 note waits").waitFor();
    await page.evaluate(() => localStorage.setItem("knote.user", "github:other"));
    await page.reload();
    await page.getByText("Nothing waits").waitFor();
    await page.evaluate((id) => localStorage.setItem("knote.user", id), dashboard.userId);
    await context.setOffline(false);
    await page.getByText("1 waiting note is stored.").waitFor();
  });
});

describe("an address with a text", () => {
  it("fills the editor and stores nothing", async () => {
    await using dashboard = await newcomer();
    const { page, watch, goto } = await dashboard.visit();
    const search = new URLSearchParams({
      title: "Owls hunt <b>",
      content: "They said “so”.",
      tags: "birds,night",
      url: "https://example.org/a?b=c",
    });
    await goto(`/new?${search}`);
    await page.getByLabel("Claim").waitFor();
    expect(await page.getByLabel("Claim").inputValue()).toBe("Owls hunt <b>");
    expect(await page.getByLabel("Explanation").inputValue()).toBe("They said “so”.\n\nhttps://example.org/a?b=c");
    await page.getByText("#birds").waitFor();
    expect(page.url()).not.toContain("Owls");
    await page.reload();
    expect(await page.getByLabel("Claim").inputValue()).toBe("Owls hunt <b>");
    expect(await notesOf(dashboard)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Note saved.").waitFor();
    expect(await notesOf(dashboard)).toMatchObject([{ title: "Owls hunt <b>", tags: ["birds", "night"] }]);
    expect(watch.problems).toEqual([]);
  });

  it("comes from the bookmarklet on any other page", async () => {
    await using dashboard = await newcomer();
    const { page, context, goto } = await dashboard.visit();
    await goto("/settings");
    const code = await page.getByText("Note this").getAttribute("href");
    expect(code).toMatch(/^javascript:/);
    await context.route("https://elsewhere.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Owls</title><p>They hunt at night.</p>" }),
    );
    await page.goto("https://elsewhere.example/owls");
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector("p")!));
    const opening = context.waitForEvent("page");
    await page.evaluate(decodeURIComponent(code!.slice("javascript:".length)));
    const note = await opening;
    await note.getByLabel("Claim").waitFor();
    expect(await note.getByLabel("Claim").inputValue()).toBe("Owls");
    expect(await note.getByLabel("Explanation").inputValue()).toBe(
      "They hunt at night.\n\nhttps://elsewhere.example/owls",
    );
    expect(await notesOf(dashboard)).toEqual([]);
  });
});

it("can be installed", async () => {
  await using dashboard = await newcomer();
  const { page, context, goto } = await dashboard.visit();
  await goto("/settings");
  const chromium = await context.newCDPSession(page);
  const { errors, data } = await chromium.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data!) as { share_target: object; icons: { src: string; type: string }[] };
  expect(manifest.share_target).toMatchObject({ action: "/new", method: "GET" });
  for (const { src, type } of manifest.icons) {
    const response = await context.request.get(src);
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, type]);
  }
});
