/**
 * Measures how fast Knote is on this machine, compared with bare servers and PocketBase, on one core each.
 *   npm run bench -- [--quick]                 1,000 notes, half a second a verb, 500 stream clients: about a minute
 *     [--sizes 1000,10000,100000]              numbers of notes of one user (10000)
 *     [--users 1000 [--per-user 100]]          further users
 *     [--seconds 5]                            time per verb
 *     [--only search]                          only verbs whose name begins like this; `tokens` compares both kinds
 *                                              of tokens instead, `webhooks` measures sending them (or only
 *                                              a part: `webhooks-rates`, `-dead` or `-creates`)
 *     [--clients 500,1000,10000]               clients of the event stream; contenders get the first number
 *     [--alone]                                without contenders, which run at 10,000 notes or the first size
 *     [--data corpus.jsonl]                    texts of notes, as `title` and `text`; made up if absent
 *     [--json figures.json]
 *     [--profile folder]                       CPU profiles of Knote's threads; `node scripts/bench/profile-shares.ts folder` sums them up
 * Notes are stored before the server starts, with made-up vectors in the shape of the built-in embedder's. The
 * embedder embeds questions and newly created notes. PocketBase needs Go.
 */
import { writeFileSync } from "node:fs";
import { KNOTE_API } from "./bench/apis.ts";
import { benchSideBySide, type Contender } from "./bench/contenders.ts";
import { benchFanOut, STREAM, type FanOut } from "./bench/fan-out.ts";
import { benchKnote, startKnote, type KnoteFigures } from "./bench/knote.ts";
import { createClient } from "./bench/load.ts";
import { benchPersonalTokens } from "./bench/personal-tokens.ts";
import { markdown } from "./bench/report.ts";
import { pinLoad } from "./bench/server-process.ts";
import { readSettings } from "./bench/settings.ts";
import { benchUsers, tokensOf } from "./bench/tokens.ts";
import { benchWebhooks } from "./bench/webhooks.ts";

const COMPARED_AT = 10_000;

const {
  sizes,
  users,
  perUser,
  clients,
  contenders: wantsContenders,
  json,
  ...how
} = readSettings(process.argv.slice(2));
const comparedAt = sizes.includes(COMPARED_AT) ? COMPARED_AT : sizes[0]!;
pinLoad();
if (how.only === "tokens") {
  process.stdout.write(await benchPersonalTokens());
  process.exit();
}

if (how.only.startsWith("webhooks")) {
  process.stdout.write(await benchWebhooks(how.only));
  process.exit();
}

const empty = await idle();
const knote: KnoteFigures[] = [];
let contenders: readonly Contender[] = [];
for (const notes of sizes) {
  const task = { ...how, users: 1, notes };
  if (wantsContenders && notes === comparedAt) {
    const beside = await benchSideBySide({ ...task, clients: clients[0]! });
    knote.push(beside.knote);
    contenders = beside.contenders;
  } else knote.push(await benchKnote(task));
}
if (users > 0) knote.push(await benchKnote({ ...how, users, notes: perUser }));
const fanOuts: (FanOut | string)[] = [];
for (const count of clients) fanOuts.push(await fanOut(count));
const comparedFigures = knote.find((of) => of.users === 1 && of.notes === comparedAt)!;
const report = { empty, knote, fanOuts, compared: comparedFigures, contenders };

if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`\n${markdown(report)}`);

/** Measures a server without notes. */
async function idle() {
  await using server = await startKnote();
  return { startMs: server.startMs, idleMiB: server.rssMiB() };
}

/** Measures on a new server, so that one number of clients does not affect the next. */
async function fanOut(count: number): Promise<FanOut | string> {
  await using server = await startKnote();
  const tokens = await tokensOf(benchUsers(1));
  using client = createClient(server.url, tokens);
  process.stderr.write("Knote: ");
  return await benchFanOut({ server, client, api: KNOTE_API, stream: STREAM, token: tokens[0]!, clients: count });
}
