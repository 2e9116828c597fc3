import { Worker } from "node:worker_threads";
import { toStorageError, unavailable } from "../database/sqlite-errors.ts";
import type {
  SearchCallName,
  SearchCalls,
  SearchFailure,
  SearchMessage,
  SearchReply,
  SearchWorkerData,
} from "../search-worker/protocol.ts";
import { createUserLines } from "./user-lines.ts";

export interface SearchClient {
  /** Calls the worker. Rejects with UNAVAILABLE when the worker ends before it answers. */
  call<Name extends SearchCallName>(
    name: Name,
    ...input: Parameters<SearchCalls[Name]>
  ): Promise<ReturnType<SearchCalls[Name]>>;
  /** Calls that are not answered yet. */
  waiting(): number;
  close(): Promise<void>;
}

interface Pending {
  /** The calling user; null for the service's own calls. */
  readonly user: string | null;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  readonly data: SearchWorkerData;
  readonly warn: (message: string, cause: unknown) => void;
  readonly workerUrl?: URL;
  /** Milliseconds before the second restart in a row; they double with each further one. */
  readonly restartMs?: number;
}

const LONGEST_RESTART_MS = 5_000;

/** Starts the search worker on the first call, and again whenever it ends. No user's calls hold up another's. */
export function createSearchClient({
  data,
  warn,
  workerUrl = new URL("../search-worker/worker.ts", import.meta.url),
  restartMs = 100,
}: Options): SearchClient {
  const pending = new Map<number, Pending>();
  const lines = createUserLines<SearchMessage>();
  const outbox: SearchMessage[] = [];
  let worker: Worker | null = null;
  let lastId = 0;
  let fruitless = 0;
  let restart: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: data, name: "knote-search" });
    worker = started;
    // The process can exit while no call is pending.
    started.unref();
    let cause: unknown;
    started.on("message", (replies: readonly SearchReply[]) => replies.forEach(receive));
    started.on("error", (error) => (cause = error));
    started.on("exit", (code) => ended(cause ?? new Error(`The search worker ended with code ${code}.`)));
    return started;
  }

  /** Sends the calls of one turn to the worker in one message. */
  function send(message: SearchMessage): void {
    if (outbox.push(message) === 1) queueMicrotask(() => worker?.postMessage(outbox.splice(0)));
  }

  function receive(reply: SearchReply): void {
    fruitless = 0;
    const call = pending.get(reply.id);
    if (call === undefined) return;
    pending.delete(reply.id);
    const next = call.user === null ? undefined : lines.end(call.user);
    if (next !== undefined) send(next);
    if (pending.size === 0) worker?.unref();
    if ("error" in reply) call.reject(toStorageError(errorOf(reply.error)));
    else call.resolve(reply.value);
  }

  function ended(cause: unknown): void {
    worker = null;
    for (const call of pending.values()) call.reject(unavailable("Search is starting again.", cause));
    pending.clear();
    lines.clear();
    outbox.length = 0;
    if (closed) return;
    warn("The search worker ended; another is started.", cause);
    const delayMs = fruitless === 0 ? 0 : Math.min(LONGEST_RESTART_MS, restartMs * 2 ** (fruitless - 1));
    fruitless++;
    restart = setTimeout(() => {
      restart = undefined;
      start();
    }, delayMs).unref();
  }

  return {
    call<Name extends SearchCallName>(name: Name, ...input: Parameters<SearchCalls[Name]>) {
      return new Promise<ReturnType<SearchCalls[Name]>>((resolve, reject) => {
        if (worker === null && restart !== undefined) {
          reject(unavailable("Search is starting again."));
          return;
        }
        const asked = worker ?? start();
        const id = ++lastId;
        if (pending.size === 0) asked.ref();
        // Safe because the worker answers each call with its own kind of value.
        const user = typeof input[0] === "string" ? input[0] : null;
        pending.set(id, { user, resolve: resolve as (value: unknown) => void, reject });
        const message = { id, name, input };
        if (user === null || lines.begin(user, message)) send(message);
      });
    },
    waiting: () => pending.size,
    async close() {
      closed = true;
      clearTimeout(restart);
      // Otherwise a process with nothing else to do would exit here.
      worker?.ref();
      await worker?.terminate();
    },
  };
}

function errorOf({ message, stack, errcode }: SearchFailure): Error {
  return Object.assign(new Error(message), { stack, ...(errcode !== undefined && { errcode }) });
}
