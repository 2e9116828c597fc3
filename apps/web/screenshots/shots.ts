import { DAY_MS } from "@knote/contract";
import type { Visit } from "../e2e/support/start-dashboard.ts";

/** One picture of the gallery. */
export interface Shot {
  /** Stem of the file names. */
  readonly name: string;
  readonly caption: string;
  readonly path: string;
  readonly signedIn?: boolean;
  readonly onPhone?: boolean;
  /** Brings the page to where it is worth looking at. */
  prepare?(visit: Visit): Promise<void>;
}

const QUESTION = "/ask?q=What+helps+me+remember+what+I+learn%3F";
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const LONG_LINE = "I drink my last coffee at noon";

export const SHOTS: readonly Shot[] = [
  { name: "home", caption: "Home: a question first, what needs attention, recent notes", path: "/", prepare: live },
  { name: "ask", caption: "Ask: an answer with citations and its sources", path: QUESTION, prepare: waitForAnswer },
  {
    name: "cited",
    caption: "A citation opens its note beside the answer",
    path: QUESTION,
    async prepare(visit) {
      await waitForAnswer(visit);
      await visit.page
        .getByRole("link", { name: /^Source 1: / })
        .first()
        .click();
      await visit.page.getByRole("complementary", { name: "Note beside" }).getByRole("heading", { level: 2 }).waitFor();
    },
  },
  {
    name: "notes",
    caption: "Notes: search as you type, filters, keys",
    path: "/notes?q=coffee",
    prepare: ({ page }) => page.locator("mark").first().waitFor(),
  },
  { name: "note", caption: "A note: links, versions, neighbourhood, history", path: "/notes", prepare: openNote },
  {
    name: "neighbourhood",
    caption: "What a note is linked with, and what lies beyond",
    path: "/notes",
    async prepare(visit) {
      await openNote(visit);
      const tab = visit.page.getByRole("tab", { name: "Around" });
      await tab.click();
      await visit.page.getByRole("group", { name: "Linked notes" }).waitFor();
      await tab.blur();
    },
  },
  { name: "write", caption: "Writing: similar claims, completion, preview", path: "/notes/new", prepare: writing },
  {
    name: "graph",
    caption: "Graph: types as shapes, relations as line styles",
    path: "/graph",
    prepare: showWholeGraph,
  },
  { name: "graph-list", caption: "The same graph in words", path: "/graph?view=list" },
  { name: "tend", caption: "Tend: settle with one key what does not fit together", path: "/tend" },
  {
    name: "suggested",
    caption: "Suggested links, with the words that they go by",
    path: "/tend?kind=suggestions",
    prepare: ({ page }) => page.locator("mark").first().waitFor(),
  },
  {
    name: "merge",
    caption: "Merging two notes that say the same, with both texts",
    path: "/tend?kind=duplicates",
    async prepare({ page }) {
      await page
        .getByRole("button", { name: /^Merge into one/ })
        .first()
        .click();
      const form = page.getByRole("form", { name: "Merge into one" });
      await form.getByRole("button", { name: /^Merge/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "decisions",
    caption: "Decisions: what is due, and what is no longer certain",
    path: "/decisions",
    prepare: ({ page }) => page.getByText("80 % sure").first().waitFor(),
  },
  {
    name: "changes",
    caption: "What changed since a day, a sentence each",
    path: `/changes?since=${dayBefore(150)}`,
    prepare: ({ page }) => page.getByRole("heading", { name: /^Contested/ }).waitFor(),
  },
  {
    name: "past",
    caption: "The past: every page as it was on a day",
    path: `/graph?as_of=${dayBefore(120)}`,
    prepare: showWholeGraph,
  },
  { name: "activity", caption: "Activity: what happens, as it happens", path: "/activity", prepare: live },
  { name: "statistics", caption: "Statistics", path: "/statistics" },
  { name: "quota", caption: "Quota and pricing", path: "/quota" },
  { name: "settings", caption: "Settings", path: "/settings" },
  {
    name: "palette",
    caption: "Everything by keys: the command palette",
    path: "/",
    async prepare({ page }) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Command or note" }).fill("sleep");
      await page.getByRole("option").nth(1).waitFor();
    },
  },
  { name: "sign-in", caption: "Signing in to your own server", path: "/signin", signedIn: false },
  {
    name: "demo",
    caption: "The demo, for visitors who are not signed in",
    path: "/demo?q=What+helps+me+remember+what+I+learn%3F",
    signedIn: false,
    prepare: ({ page }) => page.getByRole("region", { name: "Answer" }).getByRole("button").first().waitFor(),
  },
  { name: "phone-home", caption: "On a phone: Home", path: "/", onPhone: true },
  { name: "phone-ask", caption: "On a phone: Ask", path: QUESTION, onPhone: true, prepare: waitForAnswer },
  { name: "phone-graph", caption: "On a phone: Graph", path: "/graph", onPhone: true, prepare: showWholeGraph },
];

/** Waits for the answer with its citations and the reason why each source was found. */
async function waitForAnswer({ page }: Visit): Promise<void> {
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/^Answered by/).waitFor();
  await page
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .waitFor();
  await page.getByText("matches the question").first().waitFor();
}

function live({ page }: Visit): Promise<void> {
  return page.getByText("live", { exact: true }).first().waitFor();
}

async function showWholeGraph({ page }: Visit): Promise<void> {
  await page.getByRole("button", { name: "Arrange again" }).and(page.locator(":enabled")).waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  // Move away from the button, whose tooltip would show.
  await page.mouse.move(0, 0);
}

async function openNote({ page }: Visit): Promise<void> {
  await page.getByLabel("Search notes").fill(LONG_LINE);
  await page.getByRole("list", { name: "Notes" }).getByRole("link", { name: LONG_LINE }).first().click();
  await page.getByRole("complementary", { name: "Note beside" }).getByText(LONG_LINE).first().waitFor();
  await page.keyboard.press("o");
  await page.getByRole("heading", { level: 1, name: LONG_LINE }).waitFor();
}

async function writing({ page }: Visit): Promise<void> {
  await page.getByLabel("Claim").fill("I drink my last coffee at three");
  await page.getByRole("region", { name: "Findings" }).getByRole("link").first().waitFor();
  await page
    .getByLabel("Explanation")
    .fill("Three weeks of a sleep diary:\n\n- with coffee after noon **6 h 10**\n- without **7 h 5**");
}
