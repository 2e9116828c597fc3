import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import { type Dashboard, PATIENCE_MS, type Visit } from "./support/start-dashboard.ts";

const newcomer = shareDashboard();

const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** Ids of the notes, by the placeholders that stand for them in the paths below. */
type NoteIds = Readonly<Record<"contested" | "lonely", string>>;

const PAGES = [
  "/",
  "/?beside={contested}",
  "/ask",
  "/ask?q=Does+highlighting+help%3F",
  "/notes",
  "/notes?q=highlighting",
  "/notes/{contested}",
  "/notes/{contested}?tab=around",
  "/notes/{contested}?tab=history",
  "/notes/{contested}/edit",
  "/notes/new",
  "/graph",
  "/graph?around=%22{lonely}%22",
  "/graph?view=list",
  "/tend",
  "/tend?kind=orphans",
  "/tend?kind=duplicates",
  "/tend?kind=suggestions",
  "/decisions",
  "/changes",
  "/activity",
  "/statistics",
  "/quota",
  "/settings",
  "/import",
  "/waiting",
  "/new?title=Owls&content=Hunt",
  "/notes?as_of=2020-01-01",
  "/tend?as_of=2020-01-01",
  "/nothing",
];
const PAGES_OF_VISITORS = ["/signin", "/signin?error=denied", "/demo", "/demo?q=Does+coffee+change+sleep%3F"];

// The tests only look, so one browser visits all pages and loads what they share once.
let dashboard: Dashboard;
let noteIds: NoteIds;

beforeAll(async () => {
  dashboard = await newcomer();
  noteIds = await writeNotes(dashboard);
}, PATIENCE_MS);

afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe("is accessible in light, in dark and on a phone:", () => {
  const visit = once(() => dashboard.visit({ viewport: SCREEN, reducedMotion: "reduce" }));

  it.each(PAGES)("%s", async (page) => {
    const path = page.replace(/\{(\w+)\}/g, (_, name: keyof NoteIds) => noteIds[name]);
    expect(await lookAt(await visit(), path)).toEqual([]);
  });
});

describe("is accessible to visitors, in light, in dark and on a phone:", () => {
  const visit = once(() => dashboard.visit({ viewport: SCREEN, reducedMotion: "reduce", signedIn: false }));

  it.each(PAGES_OF_VISITORS)("%s", async (path) => {
    expect(await lookAt(await visit(), path)).toEqual([]);
  });
});

/** Returns the page's accessibility violations in every theme and size, and all other problems met. */
async function lookAt({ page, goto, watch }: Visit, path: string): Promise<string[]> {
  const before = watch.problems.length;
  await page.setViewportSize(SCREEN);
  await page.emulateMedia({ colorScheme: "light" });
  await goto(path);
  const problems = await violations("light");
  await page.emulateMedia({ colorScheme: "dark" });
  problems.push(...(await violations("dark")));
  await page.setViewportSize(PHONE);
  problems.push(...(await violations("phone")));
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) problems.push(`phone: ${tooWide} pixels too wide`);
  return [...problems, ...watch.problems.slice(before)];

  async function violations(look: string): Promise<string[]> {
    await page.evaluate(whenSettled);
    return (await seriousViolations(page)).map((violation) => `${look}: ${violation}`);
  }
}

/** Waits for a new theme: the theme follows the system in one frame, the colours in the frames after it. */
async function whenSettled(): Promise<void> {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const hasTheme = () => document.documentElement.dataset["theme"] === (dark.matches ? "dark" : "light");
  do {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  } while (!hasTheme() || document.getAnimations().some(({ playState }) => playState === "running"));
}

async function writeNotes({ api }: Dashboard): Promise<NoteIds> {
  const write = async (title: string, content: string): Promise<string> =>
    (await api("POST", "/api/workspace/notes", { title, content, note_type: "fact", tags: ["learning"] })).body.id;
  const contestedId = await write("Highlighting keeps what matters", "**Bold**:\n\n```\ncode\n```\n\n- [x] done");
  const against = await write("Highlighting does little for learning", "[A study](https://example.org) says so.");
  const newer = await write("Highlighting helps once one is asked about it", "> As they say");
  const lonely = await write("Our boat needs new paint", "| a | b |\n| - | - |\n| 1 | 2 |");
  await api("PUT", `/api/workspace/notes/${contestedId}`, { content: "**Bold** no more." });
  for (const [source_id, relation] of [
    [against, "contradicts"],
    [newer, "extends"],
  ])
    await api("POST", "/api/workspace/links", { source_id, target_id: contestedId, relation });
  return { contested: contestedId, lonely };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => (pending ??= make());
}
