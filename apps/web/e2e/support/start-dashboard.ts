import { type Api, apiOf, startServerProcess, type ServerProcess } from "@knote/testkit";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";
import { signIn, type SignedIn } from "./sign-in.ts";
import { watchPage, type Watch } from "./watch-page.ts";

/** A busy machine is slow, not broken. */
const PATIENCE_MS = 60_000;
/** Whom the one-time link signs in. */
const USER = "local:owner";

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in any page of the visit so far. */
  readonly watch: Watch;
  /** Opens a place and waits until all of it is there. */
  goto(path: string): Promise<void>;
}

export interface Dashboard extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** The interface as the signed-in user calls it. */
  readonly api: Api;
  /** A browser of its own; signed in unless told otherwise. */
  visit(options?: BrowserContextOptions & { readonly signedIn?: boolean }): Promise<Visit>;
}

/** The real server on a folder of its own, and Chromium to look at what it serves. */
export async function startDashboard(): Promise<Dashboard> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await startServerProcess());
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  parts.defer(() => browser.close());
  const api = await apiOf(server, USER);
  let session: Promise<SignedIn> | null = null;
  const all = parts.move();
  return {
    server,
    browser,
    api,
    async visit({ signedIn = true, ...options } = {}) {
      if (signedIn) session ??= signIn(browser, server);
      const storageState = signedIn ? await session! : undefined;
      return visit({ server, browser, options: { ...options, ...(storageState && { storageState }) } });
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function visit(parts: {
  readonly server: ServerProcess;
  readonly browser: Browser;
  readonly options: BrowserContextOptions;
}): Promise<Visit> {
  const { server, browser, options } = parts;
  const context = await browser.newContext({ baseURL: server.url, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const watch = watchPage(context, server);
  const page = await context.newPage();
  return {
    page,
    context,
    watch,
    async goto(path) {
      await page.goto(path);
      await page.locator("h1").first().waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
    },
  };
}
