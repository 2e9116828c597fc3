import { PROCEDURES } from "@knote/api";
import type { TierKey } from "@knote/contract";
import { expect, it } from "vitest";
import * as graph from "./testing/isolation/graph-actions.ts";
import { withoutMarks } from "./testing/isolation/hidden-ids.ts";
import { importLines } from "./testing/isolation/import-actions.ts";
import * as linked from "./testing/isolation/linked-actions.ts";
import * as notes from "./testing/isolation/note-actions.ts";
import { createPerson, type Person } from "./testing/isolation/person.ts";
import { readOperations, readPublic, revokeToken } from "./testing/isolation/public-actions.ts";
import { readChanges, readPast } from "./testing/isolation/past-actions.ts";
import * as questions from "./testing/isolation/question-actions.ts";
import { createRandom, type Random } from "./testing/isolation/random.ts";
import { openStream, type OpenStream, reconnect } from "./testing/isolation/streams.ts";
import {
  decideProposals,
  lookAtMatters,
  reviewNotes,
  takeStances,
  walkNearPairs,
} from "./testing/isolation/tend-actions.ts";
import { useTools } from "./testing/isolation/tool-actions.ts";
import type { Action } from "./testing/isolation/turn.ts";
import { createVisitor, expectNothingForeign, repeatCalls, type Visitor } from "./testing/isolation/visitor.ts";
import { registerWebhook, useWebhooks } from "./testing/isolation/webhook-actions.ts";
import { createWorld, type World } from "./testing/isolation/world.ts";

/** `KNOTE_ISOLATION_CALLS=20000 npm test -- isolation` */
const CALLS = Number(process.env["KNOTE_ISOLATION_CALLS"] ?? 2_000);
const TIMEOUT_MS = 120_000 + CALLS * 100;
const SEED = Number(process.env["KNOTE_ISOLATION_SEED"] ?? 1);
/** Four hours before a new month, in which quotas start again. */
const START = "2026-03-31T20:00:00.000Z";
const STEP_MS = 20_000;

/** User ids that a careless storage key would mix up. */
const TIERS = new Map<string, TierKey>([
  ["github:1", "free"],
  ["github:10", "student"],
  ["GITHUB:1", "agent"],
]);
const CANARIES = new Map([
  ["github:1", "qxlemon"],
  ["github:10", "qxmaple"],
  ["GITHUB:1", "qxnutmeg"],
]);

/** What users do; an action listed twice is picked twice as often. */
const ACTIONS: readonly Action[] = [
  ...Array.from({ length: 4 }, () => notes.createNote),
  ...[notes.createUnderSharedKey, notes.repeatCreate, notes.readNote, notes.updateNote, notes.updateNote],
  ...[notes.checkNote, notes.deleteNote, notes.restoreNote, notes.listNotes, notes.readStats],
  ...[
    graph.linkNotes,
    graph.linkNotes,
    graph.replaceLink,
    graph.removeLink,
    graph.listLinks,
    reviewNotes,
    lookAtMatters,
    takeStances,
    takeStances,
    decideProposals,
    graph.seeGraph,
    graph.walkPages,
    graph.searchNotes,
    readPast,
    readChanges,
  ],
  ...[
    questions.ask,
    questions.ask,
    questions.recall,
    questions.readSources,
    questions.readQuota,
    questions.readActivity,
  ],
  ...[linked.mergeNotes, linked.splitNote, linked.seeOperations, linked.saveSynthesis],
  ...[useTools, useTools],
  ...[registerWebhook, useWebhooks, useWebhooks],
  ...[importLines, graph.exportGraph, reconnect, readPublic, readOperations, revokeToken],
];

it("lets no user see anything of another, whatever they do", { timeout: TIMEOUT_MS }, async () => {
  await using world = await createWorld(START, TIERS);
  const run = await openRun(world);
  while (run.calls() < CALLS) {
    world.clock.advance(STEP_MS);
    await act(run, run.random.pick(run.people)!);
  }
  for (const me of run.people) await walkNearPairs(run.visitors.get(me.userId)!, me);
  const streams = await closeStreams(run);
  expect(unusedDoors(run.coveredDoors, world)).toEqual([]);
  for (const [userId, visitor] of run.visitors) {
    await using alone = await createWorld(START, TIERS);
    using stream = await openStream(alone, userId);
    const answers = await repeatCalls(visitor.log, userId, alone);
    visitor.log.forEach(({ call, answer }, index) =>
      expect({ call, answer: answers[index] }).toEqual({ call, answer }),
    );
    expect(withoutIds(await stream.complete())).toEqual(withoutIds(streams.get(userId)!));
  }
});

it("lets no user see anything of another while all act at the same time", { timeout: TIMEOUT_MS }, async () => {
  await using world = await createWorld(START, TIERS);
  const run = await openRun(world);
  await Promise.all(
    run.people.map(async (me) => {
      const { log } = run.visitors.get(me.userId)!;
      while (log.length < CALLS / 10) await act(run, me);
    }),
  );
  await closeStreams(run);
});

interface Run {
  readonly world: World;
  readonly random: Random;
  readonly coveredDoors: Set<string>;
  readonly canaries: ReadonlyMap<string, string>;
  readonly owners: Map<string, string>;
  readonly visitors: ReadonlyMap<string, Visitor>;
  readonly people: readonly Person[];
  readonly open: readonly OpenStream[];
  calls(): number;
}

async function openRun(world: World): Promise<Run> {
  const parts = {
    world,
    random: createRandom(SEED),
    canaries: CANARIES,
    owners: new Map<string, string>(),
    coveredDoors: new Set<string>(),
  };
  const visitors = new Map([...TIERS.keys()].map((userId) => [userId, createVisitor(userId, parts)]));
  const people = [...TIERS].map(([userId, tier]) => createPerson(userId, tier));
  const open = await Promise.all(people.map(({ userId }) => openStream(world, userId)));
  const calls = () => [...visitors.values()].reduce((sum, { log }) => sum + log.length, 0);
  return { ...parts, visitors, people, open, calls };
}

async function act(run: Run, me: Person): Promise<void> {
  const others = run.people.filter((person) => person !== me);
  await run.random.pick(ACTIONS)!({ ...run, me, others, visitor: run.visitors.get(me.userId)! });
}

/** Returns the whole text of each user's stream. */
async function closeStreams(run: Run): Promise<Map<string, string>> {
  const streamTexts = new Map<string, string>();
  for (const [index, { userId }] of run.people.entries()) {
    using stream = run.open[index]!;
    const text = await stream.complete();
    expectNothingForeign("the open stream", userId, { text, headers: {} }, run);
    streamTexts.set(userId, text);
  }
  return streamTexts;
}

/** Returns the endpoints that no action used: a new endpoint needs an action here. */
function unusedDoors(coveredDoors: ReadonlySet<string>, { http }: World): string[] {
  const procedures = [...PROCEDURES].flatMap(([name, { meta }]) => [
    `trpc ${name}`,
    ...(meta.openapi ? [`rest ${name}`] : []),
  ]);
  const ofProcedures = new Set(
    [...PROCEDURES.values()].flatMap(({ meta }) =>
      meta.openapi ? [`${meta.openapi.method} ${meta.openapi.path}`] : [],
    ),
  );
  const others = http.routes
    .flatMap(({ path, endpoints }) => [...endpoints.keys()].map((method) => `${method} ${path}`))
    .filter((door) => !door.startsWith("HEAD ") && !door.includes("/trpc/") && !ofProcedures.has(door));
  return [...procedures, "streamed recall.ask", ...others].filter((door) => !coveredDoors.has(door));
}

/** Replaces ids, which differ from world to world. */
function withoutIds(text: string): string {
  return withoutMarks(text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "an id"));
}
