import { expect } from "vitest";
import { deletedIds, liveIds, type Person } from "./person.ts";
import { asRest, asTrpc, type ProcedureCall } from "./procedure-calls.ts";
import type { Random } from "./random.ts";
import type { Visitor } from "./visitor.ts";
import type { WireAnswer, World } from "./world.ts";

/** What an action needs to choose its call and to check the answer. */
export interface Turn {
  readonly world: World;
  readonly random: Random;
  readonly me: Person;
  readonly visitor: Visitor;
  readonly others: readonly Person[];
  readonly canaries: ReadonlyMap<string, string>;
  /** The owner's user id by note id. */
  readonly owners: ReadonlyMap<string, string>;
  /** Endpoints that were used: `rest notes.get`, `trpc notes.get`, `GET /docs`. */
  readonly coveredDoors: Set<string>;
}

export type Action = (turn: Turn) => Promise<void>;

/** Returns the id of one of the user's notes, sometimes of a deleted one. */
export function someOwnId({ random, me }: Turn): string | undefined {
  return random.pick(random.chance(0.85) ? liveIds(me) : deletedIds(me));
}

export function someForeignId({ random, others }: Turn): string | undefined {
  return random.pick(random.pick(others)!.ids);
}

/** Returns the id of another user's webhook. */
export function someWebhook({ random, others }: Turn): string | undefined {
  return random.pick(random.pick(others)!.webhookIds);
}

/** Makes the call with another user's id and with an unknown one; both answers, and the work done, must be equal. */
export async function expectHidden(
  turn: Turn,
  make: (id: string) => ProcedureCall,
  choose: (turn: Turn) => string | undefined = someForeignId,
): Promise<void> {
  const foreign = choose(turn);
  if (foreign === undefined) return;
  const prefersRest = turn.random.chance(0.7);
  const wire = (call: ProcedureCall) => (prefersRest ? asRest(call) : null) ?? asTrpc(call);
  const [one, other] = [
    await observe(turn, wire(make(foreign))),
    await observe(turn, wire(make(anUnknownId(turn.random)))),
  ];
  expect(one.answer.status).toBe(404);
  expect(one).toEqual(other);
}

async function observe({ world, me, visitor }: Turn, call: Parameters<Visitor["sendWire"]>[0]) {
  world.takeWork(me.userId);
  const answer = await visitor.sendWire(call);
  return { answer: comparable(answer), work: world.takeWork(me.userId) };
}

function comparable({ status, headers, text }: WireAnswer) {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return { status, headers: rest, text };
}

/** Returns an id of the right form from before the world began. */
function anUnknownId(random: Random): string {
  const digits = Array.from({ length: 16 }, () => random.below(16).toString(16)).join("");
  return `019a0000-0000-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(4)}`;
}
