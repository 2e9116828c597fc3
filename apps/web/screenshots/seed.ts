import type { DemoGraph } from "@knote/contract";
import type { Dashboard } from "../e2e/support/start-dashboard.ts";
import { importLines } from "../e2e/support/import-lines.ts";

const HOUR_MS = 3_600_000;
const QUESTIONS = ["How does coffee change sleep?", "What helps me remember what I learn?"];

/** Notes written this morning, after those of the demo graph. */
const LATEST = [
  {
    title: "Reviewing before breakfast is the review that happens",
    content: "Nineteen mornings of twenty, against eleven evenings of twenty. **The hour decides**, not the app.",
    note_type: "insight",
    tags: ["habits", "learning"],
    importance: 0.8,
  },
  {
    title: "I read papers with the question written down first",
    content: "Two papers this week, and I could say afterwards what each was for.",
    note_type: "decision",
    tags: ["learning"],
    importance: 0.6,
  },
] as const;

/** Notes of this morning without links: one says again what another says, one quotes another. */
const LOOSE = [
  {
    title: "I drink my last coffee of the day at noon",
    content: "With a limit at four I still slept badly. Since my last cup is at noon I wake up less at night.",
    note_type: "decision",
    tags: ["coffee", "sleep"],
    importance: 0.5,
  },
  {
    title: "I double every estimate before I promise a day",
    content: "The typical factor was two, hardly ever below one. A promise from my first guess is half a promise.",
    note_type: "decision",
    tags: ["estimates"],
    importance: 0.6,
  },
] as const;

/** How sure the owner was of some decisions, which are due. */
const STANCES: readonly (readonly [title: string, confidence: number, expects: string])[] = [
  ["Tidepool keeps its data in one SQLite file", 0.8, "No lost data in a year."],
  ["I review all new notes on Sunday evening", 0.6, "Most Sundays, half an hour."],
];

/** Imports the demo graph as if its last note were from yesterday, then asks questions and writes notes. */
export async function seed(dashboard: Dashboard): Promise<void> {
  const graph = (await (await fetch(`${dashboard.server.url}/api/demo/graph`)).json()) as DemoGraph;
  const newest = Math.max(...graph.notes.map(({ created_at }) => Date.parse(created_at)));
  const laterMs = Date.now() - 20 * HOUR_MS - newest;
  const notes = graph.notes.map(({ id, title, content, note_type, tags, importance, created_at }) => ({
    note: {
      ...{ key: id, title, content, note_type, tags, importance },
      created_at: new Date(Date.parse(created_at) + laterMs).toISOString(),
    },
  }));
  const writtenAt = new Map(notes.map(({ note }) => [note.key, note.created_at]));
  // Each link was made with the later of its notes.
  const links = graph.links.map(({ source_id: source, target_id: target, relation }) => ({
    link: { source, target, relation, created_at: [source, target].map((key) => writtenAt.get(key)!).toSorted()[1]! },
  }));
  await importLines(dashboard, [...notes, ...links]);
  for (const query of QUESTIONS) await dashboard.api("POST", "/api/ask", { query });
  for (const note of LATEST) await writeLinked(dashboard, note);
  for (const note of LOOSE) await dashboard.api("POST", "/api/workspace/notes", note);
  await takeStances(dashboard);
  await dashboard.whenIndexed();
}

async function takeStances({ api }: Dashboard): Promise<void> {
  const { notes } = (await api("GET", "/api/graph/notes?note_type=decision")).body;
  const review_on = new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10);
  for (const [title, confidence, expects] of STANCES) {
    const { id } = notes.find((note: { title: string }) => note.title === title);
    await api("PUT", `/api/workspace/notes/${id}/stance`, { confidence, expects, review_on });
  }
}

/** Writes the note and links it to the first note that Knote suggests. */
async function writeLinked({ api }: Dashboard, note: object): Promise<void> {
  const { id, auto_links } = (await api("POST", "/api/workspace/notes", note)).body;
  const target_id = auto_links[0]?.target_id;
  if (target_id) await api("POST", "/api/workspace/links", { source_id: id, target_id, relation: "extends" });
}
