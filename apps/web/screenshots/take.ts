/**
 * Takes screenshots of every page for README and docs/screenshots, light and dark: `npm run screenshots [name …]`.
 * Starts its own server with the demo graph as a user's notes, and Debian's Chromium.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { type Dashboard, startDashboard, type Visit } from "../e2e/support/start-dashboard.ts";
import { gallery } from "./gallery.ts";
import { seed } from "./seed.ts";
import { type Shot, SHOTS } from "./shots.ts";

const FOLDER = join(import.meta.dirname, "../../../docs/screenshots");
const THEMES = ["light", "dark"] as const;
const SCREEN: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.5,
};
/** WebP quality at which all pictures together stay below 2 MB. */
const QUALITY = 60;
/** A machine without a user interface font would use one that few readers have. */
const FONT = createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");

const requestedNames = process.argv.slice(2);
await using dashboard = await startDashboard();
await seed(dashboard);
await mkdir(FOLDER, { recursive: true });
for (const shot of SHOTS.filter(({ name }) => requestedNames.length === 0 || requestedNames.includes(name))) {
  for (const theme of THEMES)
    await writeFile(join(FOLDER, `${shot.name}-${theme}.webp`), await take(dashboard, shot, theme));
  console.log(shot.name);
}
await writeFile(join(FOLDER, "README.md"), gallery(SHOTS));

async function take(on: Dashboard, shot: Shot, colorScheme: (typeof THEMES)[number]): Promise<Buffer> {
  const { signedIn = true, onPhone = false, path, prepare } = shot;
  const visit = await on.visit({ ...(onPhone ? PHONE : SCREEN), signedIn, colorScheme, reducedMotion: "reduce" });
  await using _context = visit.context;
  await useFont(visit);
  await visit.goto(path);
  await prepare?.(visit);
  await visit.page.locator(".skeleton").first().waitFor({ state: "detached" });
  await visit.page.evaluate(() => document.fonts.ready);
  if (visit.watch.problems.length > 0) throw new Error(`${shot.name}: ${visit.watch.problems.join("\n")}`);
  return await picture(visit);
}

/** Captures over the DevTools protocol, because Playwright itself writes no WebP. */
async function picture({ context, page }: Visit): Promise<Buffer> {
  const chromium = await context.newCDPSession(page);
  const { data } = await chromium.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  return Buffer.from(data, "base64");
}

/** Adds the font to the page's own stylesheet, so that it is there before anything is drawn. */
async function useFont({ context }: Visit): Promise<void> {
  const font = await readFile(FONT);
  const style = `@font-face { font-family: Inter; font-weight: 100 900; src: url(/inter.woff2); }
    html { font-family: Inter, sans-serif !important; }`;
  await context.route("/inter.woff2", (route) => route.fulfill({ body: font, contentType: "font/woff2" }));
  await context.route("/assets/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n${style}` });
  });
}
