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
  const links = graph.links.map(({ source_id, target_id, relation }) => ({
    link: { source: source_id, target: target_id, relation },
  }));
  await importLines(dashboard, [...notes, ...links]);
  for (const query of QUESTIONS) await dashboard.api("POST", "/api/ask", { query });
  for (const note of LATEST) await writeLinked(dashboard, note);
}

/** Writes the note and links it to the first note that Knote suggests. */
async function writeLinked({ api }: Dashboard, note: object): Promise<void> {
  const { id, auto_links } = (await api("POST", "/api/workspace/notes", note)).body;
  const target_id = auto_links[0]?.target_id;
  if (target_id) await api("POST", "/api/workspace/links", { source_id: id, target_id, relation: "extends" });
}
