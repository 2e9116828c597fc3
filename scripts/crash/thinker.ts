import { randomUUID } from "node:crypto";
import type { Relation } from "../../packages/contract/src/index.ts";
import type { ApiAnswer } from "../../packages/testkit/src/http/api-client.ts";
import type { Random } from "../bench/random.ts";
import type { Caller } from "./caller.ts";

/** Older facts that are checked again after each kill, besides all new ones. */
const OLDER_FACTS = 8;
/** Longer than housekeeping needs to finish what a kill interrupted: the lease of a minute, and its next round. */
const LONGEST_RESUMPTION_MS = 240_000;

/** Returns what is wrong, or null. */
type Check = () => Promise<string | null>;

/** Judges its own notes: looks, stances, outcomes, decisions on proposals, merges, splits and their undoing. */
export interface Thinker {
  readonly acknowledgedCount: number;
  /** Acts until the connection breaks. Rejects on an unexpected response. */
  run(): Promise<void>;
  /** Checks what was acknowledged: all of it since the last kill, and some that is older; at last all that there is. */
  verify(isLast: boolean): Promise<string[]>;
}

export function createThinker(caller: Caller, random: Random): Thinker {
  const facts = new Map<string, Check>();
  const newFacts = new Set<string>();
  /** What is whole or not at all once the interrupted operation is finished. */
  const checksAtEnd: Check[] = [];
  let acknowledgedCount = 0;

  async function send(method: string, path: string, body?: unknown, expectedStatus = 200): Promise<ApiAnswer["body"]> {
    const answer = await caller.call(method, path, body);
    if (answer.status !== expectedStatus)
      throw new Refusal(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    acknowledgedCount++;
    return answer.body;
  }

  function know(name: string, check: Check): void {
    facts.set(name, check);
    newFacts.add(name);
  }

  const read = async (path: string) => (await caller.call("GET", path)).body;
  const note = async (note_type = "fact"): Promise<{ id: string; content: string }> => {
    const content = `Said ${randomUUID()}.`;
    const title = `Thought ${randomUUID()}`;
    const { id } = await send("POST", "/api/workspace/notes", { title, content, note_type }, 201);
    return { id, content };
  };
  const link = (source_id: string, relation: Relation, target_id: string) =>
    send("POST", "/api/workspace/links", { source_id, target_id, relation }, 201);

  async function look(): Promise<void> {
    const [base, newer, plan] = [await note(), await note(), await note()];
    await link(plan.id, "depends_on", base.id);
    await link(newer.id, "supersedes", base.id);
    const reason = `Because ${randomUUID()}`;
    const path = `/api/workspace/notes/${plan.id}/review`;
    await send("PUT", path, { reason });
    know(`look ${plan.id}`, async () =>
      expectEqual("the look", (await read(path)).causes?.[0]?.looked_at?.reason, reason),
    );
    const key = `orphan ${newer.id}`;
    await send("POST", "/api/graph/looks", { looks: [{ key, reason }] });
    know(key, async () => {
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await read(`/api/graph/looks?kind=orphan&limit=500${cursor && `&cursor=${cursor}`}`);
        const match = page.looks.find((one: { key: string }) => one.key === key);
        if (match) return expectEqual("the look while tending", match.reason, reason);
        cursor = page.next;
      }
      return "the look while tending is missing";
    });
  }

  async function decide(): Promise<void> {
    const { id } = await note("decision");
    const [expects, text] = [`Hope ${randomUUID()}`, `Came ${randomUUID()}`];
    const stance = () => read(`/api/workspace/notes/${id}/stance`);
    await send("PUT", `/api/workspace/notes/${id}/stance`, { confidence: 0.7, expects });
    know(`stance ${id}`, async () => expectEqual("the stance", (await stance()).stances?.[0]?.expects, expects));
    await send("PUT", `/api/workspace/notes/${id}/outcome`, { outcome: "came_true", text });
    know(`outcome ${id}`, async () => expectEqual("the outcome", (await stance()).outcomes?.at(-1)?.text, text));
  }

  async function propose(): Promise<void> {
    const [target, source] = [await note(), await note()];
    const ends = { source_id: source.id, target_id: target.id, relation: "extends" };
    const { key } = await send("POST", "/api/graph/proposals", { ...ends, by: "librarian" }, 201);
    const stateOf = async (state: string) => {
      const { proposals } = await read(`/api/graph/proposals?state=${state}&note_id=${source.id}`);
      return proposals.some((one: { key: string }) => one.key === key) ? null : `the proposal is not ${state}`;
    };
    know(key, () => stateOf("open"));
    const [decision, state] = random() < 0.6 ? (["accept", "accepted"] as const) : (["dismiss", "dismissed"] as const);
    facts.delete(key);
    await send("POST", "/api/graph/proposals/decisions", { decisions: [{ key, decision }] });
    know(key, async () => {
      const { outgoing } = await read(`/api/workspace/notes/${source.id}/links`);
      const isLinked = outgoing.some((one: { target_id: string }) => one.target_id === target.id);
      return (await stateOf(state)) ?? expectEqual("the link of the proposal", isLinked, state === "accepted");
    });
  }

  /** Checks a note's state and, in order, the notes that it is linked with by other relations than supersessions. */
  async function noteIs(id: string, state: string | null, linkedIds: readonly string[] = []): Promise<string | null> {
    const { status, body } = await caller.call("GET", `/api/workspace/notes/${id}`);
    if (state === null) return expectEqual("the status of a part that was taken back", status, 404);
    const links = await read(`/api/workspace/notes/${id}/links`);
    const otherIds = [...links.outgoing, ...links.incoming]
      .filter(({ relation }) => relation !== "supersedes")
      .map(({ source_id, target_id }): string => source_id ?? target_id);
    return (
      expectEqual(`the state of ${id}`, body.state, state) ??
      expectEqual(`the links of ${id}`, inOrder(otherIds), inOrder(linkedIds))
    );
  }

  /** Sends what an operation does; where its answer is missing, one of the two holds once it is finished. */
  async function operate(
    name: string,
    work: () => Promise<ApiAnswer["body"]>,
    { before, after }: { readonly before: Check; readonly after: (answer?: ApiAnswer["body"]) => Check },
  ): Promise<ApiAnswer["body"]> {
    facts.delete(name);
    try {
      const answer = await work();
      know(name, after(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal))
        checksAtEnd.push(async () => {
          const faults = [await before(), await after()()];
          return faults.includes(null) ? null : `${name} is half done: ${faults.join(", or ")}`;
        });
      throw error;
    }
  }

  async function undo(name: string, operation: string, checks: { readonly before: Check; readonly after: Check }) {
    if (random() < 0.5) return;
    const work = () => send("POST", `/api/graph/operations/${operation}/undo`);
    await operate(name, work, { before: checks.after, after: () => checks.before });
  }

  async function merge(): Promise<void> {
    const [one, two, other] = [await note(), await note(), await note()];
    await link(two.id, "extends", other.id);
    const before: Check = async () => (await noteIs(one.id, "active")) ?? (await noteIs(two.id, "active", [other.id]));
    const after: Check = async () =>
      (await noteIs(one.id, "active", [other.id])) ??
      (await noteIs(two.id, "superseded")) ??
      expectEqual(
        "the joined content",
        (await read(`/api/workspace/notes/${one.id}`)).content.includes(two.content),
        true,
      );
    const name = `merge ${one.id}`;
    const work = () => send("POST", `/api/workspace/notes/${one.id}/merge`, { with: [two.id] });
    const { operation } = await operate(name, work, { before, after: () => after });
    await undo(name, operation, { before, after });
  }

  async function split(): Promise<void> {
    const [whole, other] = [await note(), await note()];
    await link(whole.id, "extends", other.id);
    const parts = [{ links: [{ target_id: other.id, relation: "extends" }] }, {}].map((part) => ({
      title: `Part ${randomUUID()}`,
      content: "A part.",
      note_type: "fact",
      ...part,
    }));
    const before = async () => await noteIs(whole.id, "active", [other.id]);
    const after = (answer?: { readonly notes: readonly { readonly id: string }[] }): Check => {
      const [first, second] = answer?.notes ?? [];
      return async () =>
        (await noteIs(whole.id, "superseded")) ??
        (first ? await noteIs(first.id, "active", [other.id]) : null) ??
        (second ? await noteIs(second.id, "active") : null);
    };
    const name = `split ${whole.id}`;
    const work = () => send("POST", `/api/workspace/notes/${whole.id}/split`, { parts }, 201);
    const answer = await operate(name, work, { before, after });
    const undone: Check = async () => (await before()) ?? (await noteIs(answer.notes[0].id, null));
    await undo(name, answer.operation, { before: undone, after: after(answer) });
  }

  const acts = [look, decide, propose, merge, merge, split];
  return {
    get acknowledgedCount() {
      return acknowledgedCount;
    },
    async run() {
      try {
        for (;;) await acts[Math.floor(random() * acts.length)]!();
      } catch (error) {
        // Any other failure is the broken connection.
        if (error instanceof Refusal) throw error;
      }
    },
    async verify(isLast) {
      const faults: string[] = [];
      if (isLast) faults.push(...(await awaitResumption(read)));
      const olderNames = [...facts.keys()].filter(() => isLast || random() < OLDER_FACTS / facts.size);
      for (const name of new Set([...newFacts, ...olderNames])) {
        const fault = (await facts.get(name)?.()) ?? null;
        if (fault !== null) faults.push(`${name}: ${fault}`);
      }
      newFacts.clear();
      if (isLast) for (const check of checksAtEnd) faults.push(...[await check()].filter((fault) => fault !== null));
      return faults;
    },
  };
}

class Refusal extends Error {}

function expectEqual(what: string, value: unknown, target: unknown): string | null {
  return value === target ? null : `${what} is ${JSON.stringify(value)} instead of ${JSON.stringify(target)}`;
}

/** Waits until no operation is under way. */
async function awaitResumption(read: (path: string) => Promise<ApiAnswer["body"]>): Promise<string[]> {
  const deadline = performance.now() + LONGEST_RESUMPTION_MS;
  for (;;) {
    let count = 0;
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await read(`/api/graph/operations?limit=100${cursor && `&cursor=${cursor}`}`);
      count += page.operations.filter((one: { state: string }) => one.state === "under_way").length;
      cursor = page.next;
    }
    if (count === 0) return [];
    if (performance.now() > deadline) return [`${count} operations were never finished`];
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function inOrder(ids: readonly string[]): string {
  return ids.toSorted((one, other) => one.localeCompare(other)).join();
}
