/**
 * Measures the dashboard in about five minutes and prints Markdown: `npm run bench:web [-- few many]`. `few` and
 * `many` are numbers of notes, 2,000 and 10,000 by default. Runs real Chromium against the real server; without a GPU
 * the graph's figures are those of software WebGL (SwiftShader). A fake provider makes the vectors of the imported
 * notes, so that no embedding runs while a page is measured.
 */
import { openAiEmbeddings, startProviderServer } from "@knote/testkit";
import type { Page } from "playwright-core";
import { startDashboard } from "../e2e/support/start-dashboard.ts";
import { benchGraph } from "./graph.ts";
import { benchHome } from "./home.ts";
import { benchList, benchSearch } from "./list.ts";
import { importNotes } from "./prepare.ts";
import type { Figures } from "./record.ts";
import { benchStart } from "./start.ts";
import { machine, type Measure, table } from "./tables.ts";

const [few = 2_000, many = 10_000] = process.argv.slice(2).map(Number);
const SCREEN = { viewport: { width: 1280, height: 800 } };
const DIMENSIONS = 64;

await using embedder = await startProviderServer(openAiEmbeddings(unitVector));
const env = { OPENAI_BASE_URL: embedder.url, EMBEDDING_MODEL: "stand-in" };

const measures: Measure[] = [await benchStart()];
const graph = new Map<string, Figures>();
const list = new Map<string, Figures>();
let renderer = "";
for (const notes of [few, many]) {
  await using dashboard = await startDashboard({ env });
  const links = await importNotes(dashboard, notes);
  if (notes === many) measures.push(...(await benchHome(dashboard)));
  const visit = await dashboard.visit(SCREEN);
  renderer = await rendererOf(visit.page);
  if (notes === many) {
    list.set("scroll through all of them", await benchList(visit));
    measures.push(await benchSearch(visit));
  }
  const name = `${notes.toLocaleString("en")} notes, ${links.toLocaleString("en")} links`;
  const figures = await benchGraph(visit);
  measures.push({ name: `graph of ${name}: first picture, ms`, ...figures.firstPicture });
  measures.push({ name: `graph of ${name}: bytes of answers until then`, ...figures.answerBytes });
  measures.push({ name: `graph of ${name}: at rest after, ms`, ...figures.atRest });
  for (const [action, actionFigures] of figures.figuresByAction) graph.set(`${name}: ${action}`, actionFigures);
}
console.log(`\n${machine()}; WebGL: ${renderer}\n`);
console.log(
  table(
    ["", "p50", "worst", "goal"],
    measures.map(({ name, p50, worst, goal }) => [name, p50, worst, goal]),
  ),
);
const headings = [...list.values()].slice(0, 1).flatMap(Object.keys);
console.log(`Notes list, ${many.toLocaleString("en")} notes:\n`);
console.log(
  table(
    ["", ...headings],
    [...list].map(([name, figures]) => [name, ...Object.values(figures)]),
  ),
);
console.log("Graph:\n");
console.log(
  table(
    ["", ...headings],
    [...graph].map(([name, figures]) => [name, ...Object.values(figures)]),
  ),
);

/** Returns similar vectors for texts that start alike, which is all that the pages need. */
function unitVector(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, (_, at) => 0.01 + ((text.codePointAt(at % text.length) ?? 0) % 13));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function rendererOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const info = gl?.getExtension("WEBGL_debug_renderer_info");
    return String(info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL));
  });
}
