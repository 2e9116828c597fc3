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
import { createUserQueues } from "./user-queues.ts";

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
  const queues = createUserQueues<SearchMessage>();
  const outbox: SearchMessage[] = [];
  let worker: Worker | null = null;
  let lastId = 0;
  let failedStarts = 0;
  let restart: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    const newWorker = new Worker(workerUrl, { workerData: data, name: "knote-search" });
    worker = newWorker;
    // The process can exit while no call is pending.
    newWorker.unref();
    let cause: unknown;
    newWorker.on("message", (replies: readonly SearchReply[]) => replies.forEach(receive));
    newWorker.on("error", (error) => (cause = error));
    newWorker.on("exit", (code) => handleExit(cause ?? new Error(`The search worker ended with code ${code}.`)));
    return newWorker;
  }

  /** Sends the calls of one turn of the event loop in one message: waking the worker costs more than a short search. */
  function send(message: SearchMessage): void {
    if (outbox.push(message) === 1) setImmediate(() => worker?.postMessage(outbox.splice(0)));
  }

  function receive(reply: SearchReply): void {
    failedStarts = 0;
    const call = pending.get(reply.id);
    if (call === undefined) return;
    pending.delete(reply.id);
    const next = call.user === null ? undefined : queues.end(call.user);
    if (next !== undefined) send(next);
    if (pending.size === 0) worker?.unref();
    if ("error" in reply) call.reject(toStorageError(errorOf(reply.error)));
    else call.resolve(reply.value);
  }

  function handleExit(cause: unknown): void {
    worker = null;
    for (const call of pending.values()) call.reject(unavailable("Search is starting again.", cause));
    pending.clear();
    queues.clear();
    outbox.length = 0;
    if (isClosed) return;
    warn("The search worker ended; another is started.", cause);
    const delayMs = failedStarts === 0 ? 0 : Math.min(LONGEST_RESTART_MS, restartMs * 2 ** (failedStarts - 1));
    failedStarts++;
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
        const activeWorker = worker ?? start();
        const id = ++lastId;
        if (pending.size === 0) activeWorker.ref();
        // Safe because the worker answers each call with its own kind of value.
        const user = typeof input[0] === "string" ? input[0] : null;
        pending.set(id, { user, resolve: resolve as (value: unknown) => void, reject });
        const message = { id, name, input };
        if (user === null || queues.begin(user, message)) send(message);
      });
    },
    waiting: () => pending.size,
    async close() {
      isClosed = true;
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
