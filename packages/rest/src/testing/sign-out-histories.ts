import {
  type Clock,
  createLinkThresholds,
  createPastCache,
  createPrecisions,
  createReviewCache,
  createTrends,
  type SignOutChannel,
  type Storage,
} from "@knote/api";
import { aNoteWrite, freshUserId, testAuth, testServices } from "@knote/testkit";
import { endAccount, endAllSessions, endSession } from "../auth/end-sessions.ts";
import { createSignOuts } from "../sign-out/sign-outs.ts";
import { type Chance, createChance } from "./chance.ts";

const STEPS = 14;

interface Token {
  readonly value: string;
  readonly name: string;
  readonly session: OpenSession | null;
}

interface OpenSession {
  readonly secret: string;
  readonly id: string;
  readonly tokens: Token[];
}

/** Runs a history and returns what went wrong; nothing when all is well. */
export type History = (seed: number) => Promise<string[]>;

/**
 * One user at two processes on one storage. Sessions open, mint tokens and end; tokens are used; the user signs out
 * everywhere and erases the account: several at a time, with pauses from the seed at every step of the storage.
 */
export function createHistories(storage: Storage, clock: Clock): History {
  return async (seed) => {
    const chance = createChance(seed);
    const writtenTitles: string[] = [];
    const pausingStorage = pausing(storage, chance, writtenTitles);
    const processes = createProcesses(pausingStorage, clock, chance);
    const user = createUser({ processes, chance, writtenTitles, userId: freshUserId() });
    const running = new Set<Promise<void>>();
    for (let step = 0; step < STEPS; step++) {
      const acting: Promise<void> = user.act().finally(() => running.delete(acting));
      running.add(acting);
      await chance.turns(6);
      if (running.size > 4) await Promise.race(running);
    }
    await Promise.all(running);
    return [...user.faults, ...(await user.lateWrites()), ...(await user.isShutOut())];
  };
}

function createProcesses(storage: Storage, clock: Clock, chance: Chance) {
  const listeners: Parameters<SignOutChannel["listen"]>[0][] = [];
  return [0, 1].map((index) => {
    const channel: SignOutChannel = {
      listen: (listener) => void (listeners[index] = listener),
      isConnected: () => true,
      async announce(tokenCut) {
        await chance.turns(3);
        await listeners[1 - index]!.onCut(tokenCut);
        await chance.turns(3);
      },
    };
    return {
      ...testAuth({ storage, clock }),
      signOuts: createSignOuts({ storage, channel, onCut: () => undefined }),
      services: {
        storage,
        clock,
        judge: null,
        linkThresholds: createLinkThresholds(),
        reviews: createReviewCache(),
        past: createPastCache(),
        trends: createTrends(),
        outlet: testServices().outlet,
        precisions: createPrecisions(),
      },
    };
  });
}

type Process = ReturnType<typeof createProcesses>[number];

function createUser(parts: {
  readonly processes: readonly Process[];
  readonly chance: Chance;
  /** Titles of the notes stored so far. */
  readonly writtenTitles: readonly string[];
  readonly userId: string;
}) {
  const { processes, chance, writtenTitles, userId } = parts;
  const [open, tokens, faults]: [OpenSession[], Token[], string[]] = [[], [], []];
  const checks: (() => Promise<string[]>)[] = [];
  let names = 0;
  const anyProcess = () => chance.pick(processes)!;

  async function signIn(): Promise<OpenSession> {
    const { sessions } = anyProcess();
    const { secret } = await sessions.open({ userId, name: "Ada", login: "ada" }, { userAgent: "", replaces: null });
    const session = { secret, id: (await sessions.find(secret))?.id ?? "", tokens: [] };
    open.push(session);
    return session;
  }

  async function mint(session: OpenSession | undefined): Promise<Token | null> {
    const { sessions } = anyProcess();
    const foundSession = session && (await sessions.find(session.secret));
    if (!foundSession) return null;
    return keep((await sessions.token(foundSession)).accessToken, session);
  }

  function keep(value: string, session: OpenSession | null): Token {
    const token = { value, session, name: `${userId} ${names++}` };
    tokens.push(token);
    session?.tokens.push(token);
    return token;
  }

  const command = async () => keep(await anyProcess().token(userId), null);

  /** Writes like a request; returns false when the token is refused. */
  async function use(token: Token | null | undefined, { authenticate, signOuts } = anyProcess()): Promise<boolean> {
    if (!token) return false;
    const since = signOuts.now();
    const tokenHolder = await authenticate(token.value);
    if (tokenHolder === null) return false;
    const { storage } = signOuts.admit(userId, tokenHolder.origin, since);
    await chance.turns(4);
    return await storage.notes.insert(userId, aNoteWrite({ title: token.name }), []).then(
      () => true,
      () => false,
    );
  }

  /** Expects that none of these sessions and tokens is valid or writes once `end` is answered. */
  async function ends(what: string, dead: { sessions: OpenSession[]; tokens: Token[] }, end: () => Promise<unknown>) {
    await end();
    const before = writtenTitles.length;
    const isDead = (name: string) => {
      const token = tokens.find((one) => one.name === name)!;
      return dead.tokens.includes(token) || (token.session !== null && dead.sessions.includes(token.session));
    };
    checks.push(async () =>
      writtenTitles
        .slice(before)
        .filter(isDead)
        .map((name) => `${what}: a late write of ${name}`),
    );
    for (const token of tokens.filter(({ name }) => isDead(name)))
      if (await use(token)) faults.push(`${what}: ${token.name} is good`);
  }

  const everything = () => ({ sessions: [...open], tokens: [...tokens] });
  const actions: readonly (() => Promise<unknown>)[] = [
    signIn,
    () => mint(chance.pick(open)),
    () => mint(chance.pick(open)),
    async () => use(await mint(chance.pick(open))),
    async () => use(await command()),
    () => use(chance.pick(tokens)),
    () => use(chance.pick(tokens)),
    () => use(chance.pick(tokens)),
    () => ends("out everywhere", everything(), () => endAllSessions(anyProcess(), userId)),
    () => ends("erased", everything(), () => endAccount(anyProcess(), userId)),
    async () => {
      const session = chance.pick(open);
      if (!session) return;
      const process = anyProcess();
      const foundSession = await process.sessions.find(session.secret);
      if (foundSession) await ends("out", { sessions: [session], tokens: [] }, () => endSession(process, foundSession));
    },
  ];

  return {
    faults,
    act: async () => void (await chance.pick(actions)!()),
    lateWrites: async () => (await Promise.all(checks.map((check) => check()))).flat(),
    async isShutOut(): Promise<string[]> {
      // A session that began during a sign-out can have ended with the others; this one did not.
      const [fromSession, fromCommand] = [await mint(await signIn()), await command()];
      const good = [await use(fromSession), await use(fromCommand)];
      return good.every(Boolean) ? [] : [`shut out: ${JSON.stringify(good)}`];
    },
  };
}

/** Wraps the storage with pauses before and after each call, and records what was written. */
function pausing(storage: Storage, chance: Chance, writtenTitles: string[]): Storage {
  const slow = <Store extends object>(store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, (...input: unknown[]) => Promise<unknown>]) => [
        name,
        async (...input: unknown[]) => {
          await chance.turns(3);
          const output = await method(...input);
          await chance.turns(3);
          return output;
        },
      ]),
    ) as Store;
  const insert: Storage["notes"]["insert"] = async (userId, write, events) => {
    await storage.notes.insert(userId, write, events);
    writtenTitles.push(write.note.title);
  };
  return {
    ...storage,
    notes: slow({ ...storage.notes, insert }),
    users: slow(storage.users),
    sessions: slow(storage.sessions),
  };
}
