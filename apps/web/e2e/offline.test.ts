import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

it("shows the frame of a page not visited before, says why it is empty, and fills it once online", async () => {
  await using dashboard = await newcomer();
  const note = { title: "Naps restore attention", content: "A secret of mine.", note_type: "fact" };
  const { body } = await dashboard.api("POST", "/api/workspace/notes", note);
  const { page, context, goto } = await dashboard.visit({ serviceWorkers: "allow" });
  await goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await context.setOffline(true);
  for (const path of ["/statistics", "/graph", `/notes/${body.id}`]) {
    const response = await page.goto(path);
    expect(response!.headers()["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
    await page.getByText("Knote cannot be reached.").waitFor();
    await page.getByRole("button", { name: "Try now" }).waitFor();
  }
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: note.title }).waitFor();
  await page.getByText("Knote cannot be reached.").waitFor({ state: "detached" });

  const cachedContent = await page.evaluate(keptText);
  expect(cachedContent.paths).toContain("/");
  expect(
    cachedContent.paths.filter((path) => !/^\/$|^\/assets\/|^\/[\w.-]+\.(?:js|png|svg|webmanifest)$/.test(path)),
  ).toEqual([]);
  for (const secret of ["A secret of mine", note.title, "eyJ"]) expect(cachedContent.text).not.toContain(secret);
});

it("loads lazy parts of pages without the server", async () => {
  await using dashboard = await newcomer();
  const { page, context, goto } = await dashboard.visit({ serviceWorkers: "allow" });
  await goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await expect.poll(() => page.getByText("A newer version").count()).toBe(0);
});

it("replaces an earlier build and deletes its cache", async () => {
  await using dashboard = await newcomer();
  const { page, goto } = await dashboard.visit({ serviceWorkers: "allow" });
  await goto("/signin");
  await page.evaluate(async () => await (await caches.open("knote-earlier")).put("/old.js", new Response("old")));
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  });
  await goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => cacheNames(page)).toEqual([expect.stringMatching(/^knote-[0-9a-f]{16}$/)]);
});

function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

/** Returns all that the caches contain. */
async function keptText(): Promise<{ paths: string[]; text: string }> {
  const paths: string[] = [];
  const texts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      paths.push(new URL(request.url).pathname);
      texts.push(await (await cache.match(request))!.text());
    }
  }
  return { paths, text: texts.join("\n") };
}
