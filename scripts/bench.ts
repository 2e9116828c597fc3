/**
 * How fast Knote is on this machine, beside a bare HTTP server and bare SQLite.
 *   npm run bench -- [--quick] [--notes 10000] [--seconds 5] [--wait 60] [--data corpus.jsonl] [--json figures.json]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchBareHttp, benchBareSqlite, benchKnote } from "./bench/contenders.ts";
import { makeCorpus, readCorpus } from "./bench/corpus.ts";
import type { Material } from "./bench/measure.ts";
import { chooseQueries } from "./bench/queries.ts";
import { markdown, type Report } from "./bench/report.ts";
import { pinLoad } from "./bench/server-process.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    notes: { type: "string" },
    seconds: { type: "string" },
    wait: { type: "string" },
    data: { type: "string" },
    json: { type: "string" },
  },
});
const count = Number(values.notes ?? (values.quick ? 500 : 10_000));
const seconds = Number(values.seconds ?? (values.quick ? 1 : 5));
const waitSeconds = Number(values.wait ?? (values.quick ? 10 : 60));

const notes = values.data ? readCorpus(values.data, count) : makeCorpus(count);
const material: Material = { notes, queries: chooseQueries(notes), ids: [], seconds };

pinLoad();
const { sizes, ...knote } = await benchKnote(material, waitSeconds);
const bareHttp = await benchBareHttp({ ...material, seconds: Math.min(seconds, 2) }, sizes);
const report: Report = { notes: count, ...knote, bareHttp, bareSqlite: await benchBareSqlite(material) };

if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`\n${markdown(report)}`);
