import type {
  Actor,
  Connectors,
  Credential,
  PersonalTokens,
  RateLimits,
  Services,
  SignIn,
  SignOutChannel,
  TokenOrigin,
} from "@knote/api";
import { LIMITS } from "@knote/contract";
import type { Express } from "express";
import type { Dashboard } from "./dashboard/read-dashboard.ts";
import { createProcessLimits } from "./http/process-limits.ts";
import type { WorkLimits } from "./overload/admission.ts";
import type { EventLoop } from "./overload/event-loop.ts";

/** Writes log lines; compatible with pino. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One answered request. The server made or checked every value, so the line needs no redaction. */
export interface RequestLine {
  readonly id: string;
  readonly method: string | undefined;
  /** The template of the path, or "unmatched". */
  readonly route: string;
  readonly status: number;
  /** Time from the first byte of the request to the end of the response, in milliseconds. */
  readonly ms: number;
  /** A keyed hash of the user's id; absent for requests without a user. */
  readonly user?: string;
  /** The kind of a stored token, and its id; absent for access tokens. */
  readonly credential?: Credential["kind"];
  readonly credentialId?: string;
}

/** The user of a valid token, where the token comes from, and when it expires (in ms since the epoch). */
interface TokenHolder {
  readonly actor: Actor;
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
}

/** Returns null for an invalid token. Can reject with a `DomainError`. */
export type Authenticate = (token: string) => Promise<TokenHolder | null>;

export interface HttpAppOptions {
  readonly services: Services;
  readonly authenticate: Authenticate;
  /** The tokens that users keep; `authenticate` knows the personal ones. */
  readonly tokens: PersonalTokens;
  readonly log: Logger;
  /** Writes request lines; `log` when absent. */
  readonly requestLog?: { info(line: RequestLine, message: string): void } | undefined;
  /** How people sign in with a browser; absent when they cannot. */
  readonly signIn?: SignIn | undefined;
  /** Lets outside applications in; absent where none can connect. It needs `signIn`. */
  readonly connectors?: Connectors | undefined;
  /** Knows the tokens of connectors, which are good at `/mcp` alone; absent where none can connect. */
  readonly authenticateGrant?: Authenticate | undefined;
  /** Sign-in attempts per address. */
  readonly signInsPerMinute?: number | undefined;
  /** The address by which callers reach the service. */
  readonly publicUrl: string;
  readonly bodyLimitBytes?: number | undefined;
  /** Origins whose pages are allowed to call, compared exactly. None by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Express's `trust proxy`: whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: boolean | number | string | undefined;
  /** The bearer token of `/metrics`; without it the path does not exist. */
  readonly metricsToken?: string | undefined;
  /** Key of the user hashes in the log; without it they change with every start. */
  readonly logKey?: string | undefined;
  readonly pingSeconds?: number | undefined;
  /** Most activity streams that one user can have open. */
  readonly streamsPerUser?: number | undefined;
  /** Rate limits shared by all processes; without them each process keeps its own. */
  readonly rateLimits?: RateLimits | null | undefined;
  /** Carries sign-outs between processes that share the storage; absent when there is only one process. */
  readonly signOuts?: SignOutChannel | null | undefined;
  /** Demo questions per address. */
  readonly demoAsksPerMinute?: number | undefined;
  /** Overrides of `WORK_LIMITS`. */
  readonly workLimits?: WorkLimits | undefined;
  /** Tells how late requests are; measured when absent. */
  readonly eventLoop?: EventLoop | undefined;
  /** Host names that requests can be sent to (against DNS rebinding); null or absent for any. */
  readonly allowedHosts?: readonly string[] | null | undefined;
  /** The dashboard as returned by `readDashboard`; absent for a service without one. */
  readonly dashboard?: Dashboard | null | undefined;
  /** Adds routes to the app, after its own: with the same host check, headers and log. */
  readonly extend?: ((app: Express) => void) | undefined;
}

/** Fills in the defaults. */
export function withDefaults(options: HttpAppOptions) {
  return {
    ...options,
    bodyLimitBytes: options.bodyLimitBytes ?? LIMITS.bodyBytes,
    corsOrigins: options.corsOrigins ?? [],
    pingSeconds: options.pingSeconds ?? 30,
    streamsPerUser: options.streamsPerUser ?? 64,
    demoAsksPerMinute: options.demoAsksPerMinute ?? LIMITS.demoAsksPerMinute,
    allowedHosts: options.allowedHosts ?? null,
    dashboard: options.dashboard ?? null,
    rateLimits: options.rateLimits ?? createProcessLimits(),
    signOuts: options.signOuts ?? null,
    signInsPerMinute: options.signInsPerMinute ?? 60,
    requestLog: options.requestLog ?? options.log,
  };
}

export type HttpAppSettings = ReturnType<typeof withDefaults>;
