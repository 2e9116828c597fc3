import type { Scope } from "@knote/contract";
import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import type { Actor } from "./actor.ts";
import { requireScope } from "./actor.ts";
import type { RequestContext, ServiceContext } from "./context.ts";
import { withNext } from "./kit/event-streams.ts";
import { DomainError, type DomainErrorCode } from "./errors.ts";
import type { WorkClass } from "./work-class.ts";

/** Who may call a procedure: anyone, every valid token, or only tokens with the scope. */
export type Access = "public" | "token" | Scope;

/** An event of a stream: its name and JSON-serialisable data. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * What transports need to know about a procedure besides its schemas. They derive limits, status codes,
 * documentation and metrics from it and never name a procedure.
 */
export interface ProcedureMeta {
  /** Checked before anything of the request is parsed. */
  readonly access: Access;
  /** A function where the input decides: it gets the raw input, `undefined` before any input has arrived. */
  readonly work: WorkClass | ((input: unknown) => WorkClass);
  /** The work stops when the caller leaves; never under an idempotency key, as that caller will retry. */
  readonly abortable: boolean;
  /**
   * Domain errors of this procedure, beside those that all have: UNAVAILABLE, with a scope FORBIDDEN, and INVALID where
   * there is more input than ids in the path.
   */
  readonly errors: readonly Exclude<DomainErrorCode, "UNAVAILABLE" | "FORBIDDEN">[];
  /** The output is a generator: clients need a streaming link. */
  readonly isStreamed?: true;
  /** The REST endpoint, in the shape that `trpc-openapi` reads; without it only typed clients reach the procedure. */
  readonly openapi?: {
    readonly method: "GET" | "POST" | "PUT" | "DELETE";
    readonly path: `/${string}`;
    readonly tags: string[];
    readonly summary: string;
    readonly description?: string;
    /** What a client sends, and the body that it gets. */
    readonly example?: { readonly request?: object; readonly response?: object };
  };
  /** HTTP status of success; 200 when absent. 204 sends no body. */
  readonly status?: 201 | 202 | 204;
  /** Whether an output reports that the service is down: REST then sends status 503. */
  readonly isDown?: (output: never) => boolean;
  /** Headers that the verb can set, beside those of every response. */
  readonly headers?: readonly (
    | "ETag"
    | "X-As-Of"
    | "X-Model-Fallback"
    | "X-Degraded"
    | "X-Degraded-Reason"
    | "X-Search-Correction"
    | "X-Needs-Review"
  )[];
  /** The output carries `next`, the cursor of the next page: REST moves it into the `Link` header. */
  readonly isPaged?: true;
  /** For a paged procedure: its complete lists by output field, which REST returns when no `limit` was sent. */
  readonly wholeLists?: (
    ctx: ServiceContext,
    input: never,
  ) => Readonly<Record<string, AsyncIterable<readonly unknown[]>>>;
  /**
   * The output as events, for REST when the caller accepts `text/event-stream`. Resolves when the first event is there,
   * so that what fails before it can be answered as usual.
   */
  readonly events?: (ctx: ServiceContext, input: never) => Promise<AsyncGenerator<StreamedEvent, void>>;
  /** REST takes `If-Match`; needs PRECONDITION_FAILED among the errors. */
  readonly ifMatch?: true;
  /** The procedure supports `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Limited to a few calls a minute per IP address: costly work that needs no token. */
  readonly limitedByAddress?: true;
  /** Most calls a minute for each user: work that costs money. Needs a token, and LIMIT_EXCEEDED among the errors. */
  readonly callsPerMinute?: number;
  /** What the refusal of a further call says, instead of the usual sentence. */
  readonly tooManyCalls?: string;
}

const TRPC_CODE = {
  NOT_FOUND: "NOT_FOUND",
  INVALID: "UNPROCESSABLE_CONTENT",
  CONFLICT: "CONFLICT",
  PRECONDITION_FAILED: "PRECONDITION_FAILED",
  FORBIDDEN: "FORBIDDEN",
  LIMIT_EXCEEDED: "TOO_MANY_REQUESTS",
  QUOTA_EXCEEDED: "TOO_MANY_REQUESTS",
  PROVIDER_FAILED: "BAD_GATEWAY",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
} as const satisfies Record<DomainErrorCode, TRPC_ERROR_CODE_KEY>;

// `isDev: false`: otherwise error bodies carry stacks.
const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: error.code === "INTERNAL_SERVER_ERROR" ? "Internal server error." : shape.message,
      data: { ...shape.data, issues: DomainError.is(error.cause) ? (error.cause.issues ?? null) : null },
    }),
  });

/** Runs around every procedure that tRPC executes: queueing, abort signal and error codes. */
const aroundProcedure = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const run = (place = ctx.place) => next({ ctx: { place, signal: meta!.abortable ? ctx.signal : undefined } });
  const result = ctx.inTurn
    ? await ctx.inTurn(workOf(meta!, await getRawInput().catch(() => undefined)), run)
    : await run();
  const refusal = result.ok ? null : trpcErrorOf(result.error.cause);
  if (refusal) throw refusal;
  return result;
});

/** Translates a domain error into tRPC's; null for any other error. */
function trpcErrorOf(cause: unknown): TRPCError | null {
  return DomainError.is(cause) ? new TRPCError({ code: TRPC_CODE[cause.code], message: cause.message, cause }) : null;
}

/** Gives tRPC's codes also to errors that a streamed output throws after its procedure has returned. */
export function withTrpcErrors<Event>(events: AsyncGenerator<Event, void>): AsyncGenerator<Event, void> {
  return withNext(events, () =>
    events.next().catch((error: unknown) => {
      throw trpcErrorOf(error) ?? error;
    }),
  );
}

const authenticate = t.middleware(({ ctx, meta, next }) => {
  requireAccess(ctx, meta!);
  return next({ ctx: ctx as RequestContext & { readonly actor: Actor } & ServiceContext });
});

/** Throws when the caller lacks the token or the scope that the procedure requires. */
export function requireAccess({ actor }: RequestContext, meta: ProcedureMeta): void {
  if (meta.access === "public") return;
  if (actor === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "A valid access token is required." });
  const scope = scopeOf(meta);
  if (scope) requireScope(actor, scope);
}

/** The middlewares of every procedure, by identity: one that is added to the base later is not among them. */
export const COMMON_STEPS: ReadonlySet<unknown> = new Set([
  ...aroundProcedure._middlewares,
  ...authenticate._middlewares,
]);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const openProcedure = t.procedure.use(aroundProcedure);
const guardedProcedure = openProcedure.use(authenticate);

/** Begins a procedure. The only way to define one, so that none lacks its meta. */
export function procedure(meta: ProcedureMeta & { readonly access: "public" }): typeof openProcedure;
export function procedure(
  meta: ProcedureMeta & { readonly access: Exclude<Access, "public"> },
): typeof guardedProcedure;
export function procedure(meta: ProcedureMeta): typeof openProcedure | typeof guardedProcedure {
  return meta.access === "public" ? openProcedure.meta(meta) : guardedProcedure.meta(meta);
}

/** Returns the scope that a token must carry; null when any token, or none, is enough. */
export function scopeOf({ access }: ProcedureMeta): Scope | null {
  return access === "public" || access === "token" ? null : access;
}

/** Returns the load class of a call with this input. */
export function workOf({ work }: ProcedureMeta, input: unknown): WorkClass {
  return typeof work === "function" ? work(input) : work;
}
