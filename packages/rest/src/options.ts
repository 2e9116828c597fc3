import type { Actor, RateLimits, Services, SignIn, SignOutChannel, TokenOrigin } from "@knote/api";
import { LIMITS } from "@knote/contract";
import type { Express } from "express";
import type { Dashboard } from "./dashboard/read-dashboard.ts";
import { createProcessLimits } from "./http/process-limits.ts";
import type { WorkLimits } from "./overload/admission.ts";

/** Where log lines go; pino fits. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One answered request. Every value is made or checked by the server: a log can write the line without looking for secrets. */
export interface RequestLine {
  readonly id: string;
  readonly method: string | undefined;
  /** The template of the path, or "unmatched". */
  readonly route: string;
  readonly status: number;
  /** From the first byte to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** A keyed hash of the user's id; absent when nobody was signed in. */
  readonly user?: string;
}

/** Who holds a token, where it comes from, and how long it is good (in ms since the epoch). */
interface TokenHolder {
  readonly actor: Actor;
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
}

/** Null when the token does not hold. May reject with a `DomainError`. */
export type Authenticate = (token: string) => Promise<TokenHolder | null>;

export interface HttpAppOptions {
  readonly services: Services;
  readonly authenticate: Authenticate;
  readonly log: Logger;
  /** Where request lines go; to `log` when absent. */
  readonly requestLog?: { info(line: RequestLine, message: string): void } | undefined;
  /** How people sign in with a browser; without it nobody does. */
  readonly signIn?: SignIn | undefined;
  /** Attempts of one address. */
  readonly signInsPerMinute?: number | undefined;
  /** Where callers reach the service. */
  readonly publicUrl: string;
  readonly bodyLimitBytes?: number | undefined;
  /** Origins, exact, whose pages may call. None by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Express's `trust proxy`: whose `X-Forwarded-For` counts. */
  readonly trustProxy?: boolean | number | string | undefined;
  /** Opens `/metrics` to its bearer. */
  readonly metricsToken?: string | undefined;
  /** Keys the hashes that stand for users in the log; without it they last until the next start. */
  readonly logKey?: string | undefined;
  readonly pingSeconds?: number | undefined;
  /** Activity streams that one user may have open. */
  readonly streamsPerUser?: number | undefined;
  /** Limits of all processes together; without them each keeps its own. */
  readonly rateLimits?: RateLimits | null | undefined;
  /** Carries sign-outs between processes that share the storage; without it there is one. */
  readonly signOuts?: SignOutChannel | null | undefined;
  /** For one address. */
  readonly demoAsksPerMinute?: number | undefined;
  /** How much may be under way at a time, where not as usual. */
  readonly workLimits?: WorkLimits | undefined;
  /** Host names that requests may name (against DNS rebinding); null or absent: any. */
  readonly allowedHosts?: readonly string[] | null | undefined;
  /** The pages for people, as `readDashboard` found them; without it there are none. */
  readonly dashboard?: Dashboard | null | undefined;
  /** More routes on the same app, behind the same checks of host and the same headers, before 404 is answered. */
  readonly extend?: ((app: Express) => void) | undefined;
}

/** The options with their defaults. */
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
