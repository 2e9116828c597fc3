import { randomUUID } from "node:crypto";
import type { Actor, TokenOrigin } from "@knote/api";
import type { Request, Response } from "express";
import type { ErrorAnswer } from "../errors/error-answer.ts";
import type { TokenGrant } from "../sign-out/sign-outs.ts";

/** One request and its response on their way through the app. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The response's `X-Request-Id`, also in every log line. */
  readonly id: string;
  /** `performance.now()` of the arrival. */
  readonly startedAt: number;
  /** As sent, not decoded. */
  readonly path: string;
  /** The text after `?`, as sent. Never logged: it can hold a token. */
  readonly search: string;
  /** Template of the route, for log and metrics. */
  route: string;
  actor: Actor | null;
  /** What the actor can do while the token is valid; null without a token. */
  grant: TokenGrant | null;
  /** Where the actor's token comes from; it expires at `expiresAt`, in ms since the epoch. */
  origin: TokenOrigin | null;
  expiresAt: number;
  /** As `RawHeaders`, added to the headers of every response. */
  readonly headers: string[];
  /** How the path writes refusals; absent for plain error bodies. */
  refusal?: RefusalWriter | undefined;
  /** Whether the log line is written. */
  isLogged: boolean;
}

/** Writes an error as the clients of a path read it. */
export type RefusalWriter = (answer: ErrorAnswer) => Omit<ErrorAnswer, "body"> & { readonly body: object };

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function startExchange(request: Request, response: Response): Exchange {
  const target = request.url;
  const mark = target.indexOf("?");
  return {
    request,
    response,
    id: requestId(request.headers["x-request-id"]),
    startedAt: performance.now(),
    path: mark < 0 ? target : target.slice(0, mark),
    search: mark < 0 ? "" : target.slice(mark + 1),
    route: "unmatched",
    actor: null,
    grant: null,
    origin: null,
    expiresAt: 0,
    headers: [],
    isLogged: false,
  };
}

function requestId(header: string | string[] | undefined): string {
  return typeof header === "string" && REQUEST_ID.test(header) ? header : randomUUID();
}
