/**
 * Measures which notes need review, and what a change would do, for one user with a large graph.
 *   node bootstrap.mjs node --expose-gc scripts/bench/reviews.ts [--notes 100000] [--looks 1000]
 * One and a half rest links a note, each to an older note; every fifth note is superseded. The links come from memory:
 * reading them is the engine's part.
 */
import { parseArgs } from "node:util";
import {
  deriveStates,
  REST_RELATIONS,
  restColumns,
  type RestLink,
  type StateLink,
} from "../../packages/api/src/index.ts";
import { CAUSE_KINDS } from "../../packages/contract/src/index.ts";
import { deriveReviews, type Reviews } from "../../packages/api/src/reviews/derive-reviews.ts";
import { judgeLinks, numberStates } from "../../packages/api/src/reviews/judge-links.ts";
import { openKinds } from "../../packages/api/src/reviews/open-kinds.ts";
import { buildRestGraph } from "../../packages/api/src/reviews/rest-graph.ts";
import { reviewKey, type ReviewLook } from "../../packages/api/src/reviews/rest-link.ts";
import { findBearings, measureSoundness } from "../../packages/api/src/soundness/measure-soundness.ts";
import { restrictGraph } from "../../packages/api/src/soundness/restrict-graph.ts";
import { figuresOf, measureTurns, TURN_COLUMNS } from "./measure-turns.ts";
import { createRandom } from "./random.ts";

const { values } = parseArgs({
  options: { notes: { type: "string", default: "100000" }, looks: { type: "string", default: "1000" } },
});
const count = Number(values.notes);
const random = createRandom(5);
const below = (limit: number) => Math.floor(random() * limit);
const notes = Array.from({ length: count }, (_, index) => ({
  id: drawId(index),
  archived: below(50) === 0,
  deleted: below(200) === 0,
  claimedAt: below(100) === 0 ? dayOf(count + 1) : null,
}));
const stateLinks = [...drawStateLinks("supersedes", count / 5), ...drawStateLinks("contradicts", count / 20)];

process.stdout.write(`| step | ${TURN_COLUMNS}`);
const states = await measure("derive states", () => deriveStates(stateLinks));
const before = heapMiB();
let columns = await restColumns(Array.from({ length: 1.5 * count }, drawRestLink));
const graph = await measure("compress the rest links", () => buildRestGraph(columns));
columns = await restColumns([]);
const graphMiB = heapMiB() - before;
const looks = await measure("derive reviews, no looks", () => deriveReviews({ graph, states, looks: new Map() })).then(
  drawLooks,
);
const reviews = await measure("derive reviews", () => deriveReviews({ graph, states, looks }));
const bothMiB = heapMiB() - before;
await measureBest("derive them again", () => deriveReviews({ graph, states, looks }));
const page = await measure("list 100", () => reviews.list({}, { limit: 100 }));
await measure("causes of 20 notes", () => Promise.all(page.reviews.slice(0, 20).map(({ id }) => reviews.causesOf(id))));
const causes = await measure("rank all causes", () => reviews.rankCauses());
await measureBest("who would need review without looks", () => reviews.kindsWithLooks(new Map()));
const verdicts = { needsReview: (note: number) => reviews.kinds[note] !== 0, isFine: () => false };
const bearings = await measureBest("find what bears, and circles", () => findBearings(reviews.numbers));
const soundness = await measureBest("measure soundness", () => measureSoundness(bearings, verdicts));
await measure("one moment of a trend", measureThen);
const foundation = mostRestedOn();
const fallCounts: number[] = [];
for (const becomes of CAUSE_KINDS) {
  const { falls } = await measureBest(`impact, ${becomes}`, () => reviews.impact({ id: foundation, becomes }));
  fallCounts.push(falls.length);
}
process.stdout.write(
  `\n${reviews.total.toLocaleString("en")} notes need review, ` +
    `${causes.length.toLocaleString("en")} open causes, the largest shakes ${causes[0]?.shakes}. ` +
    `The impacts make ${fallCounts.join(", ")} notes need review. ${soundness.open.toLocaleString("en")} of ${soundness.loadBearing.toLocaleString("en")} load-bearing notes are open. Compressed links ${graphMiB.toFixed(1)} MiB, with the reviews ${bothMiB.toFixed(1)} MiB.\n`,
);

async function measure<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const run = await measureTurns(work);
  process.stdout.write(`| ${step} | ${figuresOf(run)} |\n`);
  return run.result;
}

/** The best of ten: on a shared machine nearest to what the work itself takes. */
async function measureBest<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const runs = [];
  for (let round = 0; round < 10; round++) runs.push(await measureTurns(work));
  const [best] = runs.sort((one, other) => one.duration - other.duration);
  process.stdout.write(`| ${step}, best of 10 | ${figuresOf(best!)} |\n`);
  return best!.result;
}

/** Measures how the graph was when half of its links had been made. */
async function measureThen() {
  const at = dayOf(count / 2);
  const graphThen = await restrictGraph(graph, {
    isStanding: (link) => graph.createdAt[link]! <= Date.parse(at),
    isArchived: graph.isArchived,
    claimedAt: new Map([...graph.claimedAt].filter(([, claimedAt]) => claimedAt <= at)),
  });
  const statesThen = await deriveStates(stateLinks.filter(({ created_at }) => created_at <= at));
  const links = await judgeLinks(await numberStates(graphThen, statesThen));
  const { kinds } = await openKinds(links, new Map());
  return await measureSoundness(await findBearings(links), {
    needsReview: (note) => kinds[note] !== 0,
    isFine: () => false,
  });
}

function heapMiB(): number {
  // What weak references hold goes with a later collection.
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** Returns the standing note on which most notes rest that need no review. */
function mostRestedOn(): string {
  const counts = new Uint32Array(graph.ids.length);
  for (const [link, source] of graph.sources.entries()) {
    const target = graph.targets[link]!;
    const isFine = [source, target].every(
      (note) => !reviews.needsReview(graph.ids[note]!) && !states.superseded.has(graph.ids[note]!),
    );
    if (isFine && !graph.isArchived[target] && !graph.isDeleted[target]) counts[target]!++;
  }
  return graph.ids[counts.indexOf(counts.reduce((most, one) => Math.max(most, one)))]!;
}

function drawId(place: number): string {
  const [time, random12, random48] = [place, below(0xfff), below(2 ** 47)].map((part) => part.toString(16));
  return copy(
    `0190${time!.padStart(8, "0").replace(/(.{4})$/, "-$1")}-7${random12!.padStart(3, "0")}-8000-${random48!.padStart(12, "0")}`,
  );
}

/** Returns the text as a text of its own in one piece, as engines return texts. */
function copy(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function drawRestLink(): RestLink {
  const place = 1 + below(count - 1);
  const [source, target] = [notes[place]!, notes[below(place)]!];
  return {
    source_id: copy(source.id),
    target_id: copy(target.id),
    relation: REST_RELATIONS[below(2)]!,
    created_at: dayOf(place),
    sourceArchived: source.archived,
    targetArchived: target.archived,
    sourceDeleted: source.deleted,
    targetDeleted: target.deleted,
    targetClaimedAt: target.claimedAt,
    targetSetAsideAt: null,
  };
}

function drawStateLinks(relation: StateLink["relation"], length: number): StateLink[] {
  return Array.from({ length }, () => {
    const place = 1 + below(count - 1);
    const [source, target] = [notes[place]!, notes[below(place)]!];
    const archiveFlags = { sourceArchived: source.archived, targetArchived: target.archived };
    return {
      source_id: copy(source.id),
      target_id: copy(target.id),
      relation,
      created_at: dayOf(place),
      ...archiveFlags,
    };
  });
}

async function drawLooks({ list }: Reviews): Promise<Map<string, ReviewLook>> {
  const drawnLooks = new Map<string, ReviewLook>();
  const { reviews: open } = await list({}, { limit: Number(values.looks) });
  for (const { id, cause } of open)
    drawnLooks.set(reviewKey(cause.path.at(-1)?.source_id ?? id, cause.id), {
      basis: cause.basis,
      at: dayOf(count),
      reason: null,
    });
  return drawnLooks;
}

function dayOf(place: number): string {
  return new Date(Date.UTC(2020, 0, 1) + place * 60_000).toISOString();
}
