import { expect } from "vitest";
import { PROCEDURES } from "@knote/api";
import { createHiddenIds, idsIn, messageIdsIn } from "./hidden-ids.ts";
import { asRest, asTrpc, type ProcedureCall, type WireCall } from "./procedure-calls.ts";
import type { Random } from "./random.ts";
import type { WireAnswer, World } from "./world.ts";

/** A call, its time and its answer, with the user's ids hidden, so that it can be repeated in another world. */
export interface LoggedCall {
  readonly at: number;
  readonly call: string;
  readonly answer: string;
}

export interface Visitor {
  readonly userId: string;
  /** A word in every text of this user and of no other. */
  readonly canary: string;
  readonly log: readonly LoggedCall[];
  /** Sends the call; throws if the answer contains something of another user. */
  sendWire(call: WireCall): Promise<WireAnswer>;
  /** Calls over REST or tRPC; `data` is the procedure's output, the same over both. */
  call(call: ProcedureCall): Promise<ProcedureAnswer>;
}

export interface ProcedureAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly data: any;
  readonly answer: WireAnswer;
  readonly door: "rest" | "trpc";
}

/** Headers of an answer that must be the same in both worlds. */
const COMPARED_HEADERS = [
  "link",
  "retry-after",
  "www-authenticate",
  "x-model-fallback",
  "idempotency-replayed",
  "allow",
];

export interface VisitorDeps {
  readonly world: World;
  readonly random: Random;
  readonly canaries: ReadonlyMap<string, string>;
  readonly owners: Map<string, string>;
  readonly coveredDoors: Set<string>;
}

export function createVisitor(userId: string, parts: VisitorDeps): Visitor {
  const { world, random, canaries, owners, coveredDoors } = parts;
  const ids = createHiddenIds();
  const log: LoggedCall[] = [];

  function own(id: string): void {
    ids.add(id);
    owners.set(id, userId);
  }

  async function sendWire(call: WireCall): Promise<WireAnswer> {
    const answer = await world.send(call, world.tokenOf(userId));
    for (const id of createdIds(call, answer)) if (!owners.has(id)) own(id);
    const toldAnswer = { headers: answer.headers, text: withoutSentKeys(call, answer.text) };
    expectNothingForeign(`${call.method} ${call.path}`, userId, toldAnswer, { canaries, owners });
    const hiddenCall = ids.hide(JSON.stringify(call));
    ids.see(answer);
    log.push({ at: world.clock.now(), call: hiddenCall, answer: ids.hide(comparableText(call, answer)) });
    if (call.method !== "GET") await world.whenIndexed();
    return answer;
  }

  return {
    userId,
    canary: canaries.get(userId)!,
    log,
    sendWire,
    async call(call) {
      const rest = asRest(call);
      const has = (one: "rest" | "trpc") => coveredDoors.has(`${one} ${call.procedure}`);
      // A door that nobody has used comes first, so that a short run uses all.
      const isTrpcNext = has("rest") === has("trpc") ? random.chance(0.3) : has("rest");
      const door = rest === null || (!call.key && !call.accept && isTrpcNext) ? "trpc" : "rest";
      const answer = await sendWire(door === "rest" ? rest! : asTrpc(call));
      coveredDoors.add(`${door} ${call.procedure}`);
      const ok = answer.status < 400;
      return { ok, status: answer.status, data: ok ? dataOf(door, call, answer) : null, answer, door };
    },
  };
}

/** Repeats a user's calls in another world and returns the answers from there. */
export async function repeatCalls(log: readonly LoggedCall[], userId: string, world: World): Promise<string[]> {
  const ids = createHiddenIds();
  const answers: string[] = [];
  for (const { at, call } of log) {
    world.clock.set(at);
    const wire = JSON.parse(ids.show(call)) as WireCall;
    const answer = await world.send(wire, world.tokenOf(userId));
    for (const id of createdIds(wire, answer)) ids.add(id);
    ids.see(answer);
    answers.push(ids.hide(comparableText(wire, answer)));
    if (wire.method !== "GET") await world.whenIndexed();
  }
  return answers;
}

const OWN_ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=\/notes\/)/g;

/** Calls that create several notes. */
const MAKING_MANY = /^\/api\/workspace\/import$|\/split$|^\/trpc\/operations\.split$/;

const LISTING_MESSAGES = /\/deliveries(?:$|\?)|^\/trpc\/webhooks\.deliveries/;

/** Returns the new ids: the first one of a create, whose others are known already, and all of an import or a split. */
function createdIds({ method, path }: WireCall, { status, text }: WireAnswer): string[] {
  // Messages are made by other calls; their ids are seen first in the list of deliveries.
  if (LISTING_MESSAGES.test(path)) return messageIdsIn(text);
  if (method !== "POST" || status >= 300 || text.includes('"isError":true')) return [];
  return MAKING_MANY.test(path) ? idsIn(text) : idsIn(text).slice(0, 1);
}

/** A tool repeats the id that it did not find. */
const ID_OF_NOTHING = /There is no note with the id [\da-f-]{36}(?: or [\da-f-]{36})?\./g;

/** Returns an answer without what the call itself named and the answer repeats, whosever it is. */
function withoutSentKeys({ body, path }: WireCall, text: string): string {
  if (path === "/mcp") return text.replaceAll(ID_OF_NOTHING, "There is no such note.");
  const sentKeys = (body ?? "").match(/"key":"[\da-f-]{36}~[\da-f-]{36}"/g) ?? [];
  return sentKeys.reduce((rest, key) => rest.replaceAll(key, '"key":"sent"'), text);
}

/** A digest of ids, which are others in each world. */
const DIGEST = /"links":"[\da-f]{16}"/g;

function comparableText({ path }: WireCall, { status, headers, text }: WireAnswer): string {
  const headerLines = COMPARED_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${JSON.stringify(headers[name])}`],
  );
  // Tools give addresses for citations: each world has its own.
  const comparedText = text.replaceAll(OWN_ADDRESS, "").replace(DIGEST, '"links":"digest"');
  return [path.split("?")[0], status, ...headerLines, comparedText].join("\n");
}

export function expectNothingForeign(
  where: string,
  userId: string,
  { text, headers }: Pick<WireAnswer, "text" | "headers">,
  allUsers: { readonly canaries: ReadonlyMap<string, string>; readonly owners: ReadonlyMap<string, string> },
): void {
  const { "x-request-id": _id, ...rest } = headers;
  const whole = `${JSON.stringify(rest)}\n${text}`;
  for (const [other, canary] of allUsers.canaries) {
    if (other !== userId && whole.includes(canary)) expect.fail(`${where} gave ${userId} a text of ${other}: ${whole}`);
  }
  for (const id of idsIn(whole)) {
    const owner = allUsers.owners.get(id);
    if (owner !== undefined && owner !== userId) expect.fail(`${where} gave ${userId} an id of ${owner}: ${whole}`);
  }
}

function dataOf(door: "rest" | "trpc", { procedure, accept }: ProcedureCall, { text }: WireAnswer): unknown {
  if (text === "" || accept !== undefined || PROCEDURES.get(procedure)!.meta.isStreamed) return null;
  const body = JSON.parse(text) as { result?: { data?: unknown } };
  return door === "rest" ? body : (body.result?.data ?? null);
}
