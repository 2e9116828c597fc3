import { Agent as HttpAgent } from "node:http";
import type { ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { CallError, type CallFailure } from "./call-error.ts";
import { resolveHost, type ResolveOptions } from "./resolve.ts";

export interface ConnectOptions extends ResolveOptions {
  /** How long a connection may take once the addresses are known, with TLS. */
  readonly connectMs: number;
  /** Certificate authorities instead of the system's. */
  readonly ca?: string | undefined;
}

/** Connections of HTTP and HTTPS; each goes to an address that was checked when it was made. */
export interface Connections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Returns why a connection failed. */
  failureOf(error: Error, socket: Socket | null): CallFailure;
  close(): void;
}

/** Whose connections are shared: those of one caller, never those of several. */
export interface KeyedRequest extends ClientRequestArgs {
  readonly connectionKey: string;
}

/** How far a connection has come: with TLS it is connected before it is ready. */
type Progress = "connected" | "ready";

const KEEP_MS = 30_000;
const MOST_PER_KEY = 4;
/** Of all connections, those that wait for another request; with those in use there are 256 at most. */
const MOST_IDLE = 192;
/** How long an address may take before the next one of the host is tried too. */
const NEXT_ADDRESS_MS = 1_250;

/**
 * Opens connections that are pinned: the socket goes to a checked address by its number, and the name goes into SNI,
 * the `Host` header and the check of the certificate. No proxy of the environment is used.
 */
export function createConnections(options: ConnectOptions): Connections {
  const progress = new WeakMap<Socket, Progress>();
  const idle = new Set<Duplex>();
  const common = { keepAlive: true, timeout: KEEP_MS, maxSockets: MOST_PER_KEY, maxFreeSockets: MOST_PER_KEY };
  const http = new HttpAgent(common);
  const https = new HttpsAgent({ ...common, ca: options.ca });
  for (const agent of [http, https]) {
    separateByKey(agent);
    limitIdle(agent, idle);
  }
  checkAddresses(http, "connect", progress, options);
  checkAddresses(https, "secureConnect", progress, options);
  return {
    http,
    https,
    failureOf: (error, socket) => failureOf(error, socket === null ? undefined : progress.get(socket)),
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

function checkAddresses(
  agent: HttpAgent,
  ready: "connect" | "secureConnect",
  progress: WeakMap<Socket, Progress>,
  options: ConnectOptions,
): void {
  const { createConnection } = agent;
  agent.createConnection = (request) => {
    const [host, port] = [String(request.host), Number(request.port)];
    // Node connects to a number without a lookup.
    const isNumber = isIP(host) !== 0;
    if (isNumber && !options.allowList.admits(host, host, port)) throw new CallError("blocked");
    let timer: NodeJS.Timeout | undefined;
    const limitTime = () => {
      timer = setTimeout(() => socket.destroy(new CallError("timeout")), options.connectMs);
    };
    const find = callbackify(async () => {
      const addresses = await resolveHost(host, port, options);
      if (!socket.destroyed) limitTime();
      return addresses;
    });
    const lookup: LookupFunction = (_, __, callback) => find((error, addresses) => callback(error, addresses));
    const pinning = { lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS };
    // Safe because the agents of Node return sockets.
    const socket = createConnection.call(agent, { ...request, ...pinning }) as Socket;
    if (isNumber) limitTime();
    socket.once("connect", () => progress.set(socket, "connected"));
    socket.once(ready, () => {
      progress.set(socket, "ready");
      clearTimeout(timer);
    });
    socket.once("close", () => clearTimeout(timer));
    return socket;
  };
}

function separateByKey(agent: HttpAgent): void {
  const { getName } = agent;
  // Safe because every request has a key.
  agent.getName = (request) => `${getName.call(agent, request)}:${(request as KeyedRequest).connectionKey}`;
}

/** Closes the connection that has been unused longest when there would be too many: its webhook may have ended. */
function limitIdle(agent: HttpAgent, idle: Set<Duplex>): void {
  const { keepSocketAlive, reuseSocket } = agent;
  // A socket is kept again and again, and watched once.
  const watchedSockets = new WeakSet<object>();
  agent.keepSocketAlive = (socket) => {
    // The types leave out that it returns whether the socket can be kept.
    const canKeep = keepSocketAlive.call(agent, socket) as unknown as boolean;
    if (!canKeep) return false;
    const [oldest] = idle;
    if (oldest && idle.size >= MOST_IDLE) {
      idle.delete(oldest);
      oldest.destroy();
    }
    idle.add(socket);
    if (!watchedSockets.has(socket)) socket.once("close", () => idle.delete(socket));
    watchedSockets.add(socket);
    return true;
  };
  agent.reuseSocket = (socket, request) => {
    idle.delete(socket);
    reuseSocket.call(agent, socket, request);
  };
}

function failureOf(error: Error, progress: Progress | undefined): CallFailure {
  if (error instanceof CallError) return error.failure;
  const code = "code" in error ? String(error.code) : "";
  if (progress === "ready" || code === "ECONNRESET" || code === "EPIPE") return "broken";
  if (code === "ETIMEDOUT") return "timeout";
  return progress === "connected" ? "tls" : "refused";
}
