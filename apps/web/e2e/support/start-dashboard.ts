import assert from "node:assert/strict";
import {
  type Api,
  apiOf,
  eventually,
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from "@knote/testkit";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";
import { signIn, type SignedIn } from "./sign-in.ts";
import { watchPage, type Watch } from "./watch-page.ts";

/** A busy machine is slow, not broken. */
export const PATIENCE_MS = 60_000;
/** The user that the one-time link signs in. */
const OWNER = "local:owner";

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Problems in any page of the visit so far. */
  readonly watch: Watch;
  /** Opens a path and waits until the page has loaded completely. */
  goto(path: string): Promise<void>;
}

export interface Dashboard extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly browser: Browser;
  readonly userId: string;
  /** Calls the REST interface as the signed-in user. */
  readonly api: Api;
  /** Resolves once no note of the server waits for its vectors. Until then a question is answered by words. */
  whenIndexed(): Promise<void>;
  /** Opens a new browser context, signed in by default. */
  visit(options?: BrowserContextOptions & { readonly signedIn?: boolean }): Promise<Visit>;
}

/** Starts the real server on its own data folder, and Chromium. */
export async function startDashboard(options: ServerProcessOptions = {}): Promise<Dashboard> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startServerProcess(options));
  const browser = stack.use(await startBrowser());
  const dashboard = stack.use(
    await openDashboard({ server, browser, userId: OWNER, signIn: () => signIn(browser, server) }),
  );
  const all = stack.move();
  return { ...dashboard, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
}

/** Opens the dashboard of one user. Disposing it closes the user's browsers, but not the server. */
export async function openDashboard(deps: {
  readonly server: ServerProcess;
  readonly browser: Browser;
  readonly userId: string;
  /** Called once, when first needed. */
  readonly signIn: () => Promise<SignedIn>;
}): Promise<Dashboard> {
  const { server, browser, userId } = deps;
  const contexts = new AsyncDisposableStack();
  const api = await apiOf(server, userId);
  let session: Promise<SignedIn> | null = null;
  return {
    server,
    browser,
    userId,
    api,
    async whenIndexed() {
      const isIndexed = async () => assert.equal((await api("GET", "/health")).body.pending, 0);
      await eventually(isIndexed, { deadlineMs: PATIENCE_MS });
    },
    async visit({ signedIn = true, ...options } = {}) {
      if (signedIn) session ??= deps.signIn();
      const storageState = signedIn ? await session! : undefined;
      const context = await browser.newContext({
        baseURL: server.url,
        ...options,
        ...(storageState && { storageState }),
      });
      // A service worker's cache would hide from tests what a page requests.
      if (options.serviceWorkers !== "allow") await context.addInitScript(withoutServiceWorkers);
      return openPage(contexts.use(context), server);
    },
    [Symbol.asyncDispose]: () => contexts.disposeAsync(),
  };
}

function withoutServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

async function openPage(context: BrowserContext, server: ServerProcess): Promise<Visit> {
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
