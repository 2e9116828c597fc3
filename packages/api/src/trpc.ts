import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import type { Actor, Scope } from "./actor.ts";
import { requireScope } from "./actor.ts";
import type { RequestContext, ServiceContext } from "./context.ts";
import { withNext } from "./kit/opened.ts";
import { DomainError, type DomainErrorCode } from "./errors.ts";
import type { WorkClass } from "./work-class.ts";

/** Who may call a procedure: anyone, whoever has a valid token, or a token that carries the scope. */
export type Access = "public" | "token" | Scope;

/** An event of a stream: its name, and data that becomes JSON. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Everything that transports need to know of a procedure besides its schemas. They derive limits, status codes,
 * documentation and metrics from it, and know no procedure by name.
 */
export interface ProcedureMeta {
  /** Checked before anything of the request is parsed. */
  readonly access: Access;
  /** A function where the input decides: it gets the input as it was sent, `undefined` while nothing has arrived. */
  readonly work: WorkClass | ((input: unknown) => WorkClass);
  /** The work stops when the caller leaves. Never under an idempotency key: the caller will ask again. */
  readonly abortable: boolean;
  /** Domain errors of this procedure. INVALID and UNAVAILABLE go without saying, and so does FORBIDDEN with a scope. */
  readonly errors: readonly Exclude<DomainErrorCode, "INVALID" | "UNAVAILABLE" | "FORBIDDEN">[];
  /** The output is a generator: clients need a streaming link. */
  readonly streamed?: true;
  /** Where REST serves the procedure, in the shape that `trpc-openapi` reads; typed clients alone reach it when absent. */
  readonly openapi?: {
    readonly method: "GET" | "POST" | "PUT" | "DELETE";
    readonly path: `/${string}`;
    readonly tags: string[];
    readonly summary: string;
    readonly description?: string;
  };
  /** HTTP status of success; 200 when absent. 204 sends no body. */
  readonly status?: 201 | 204;
  /** Outputs that say that the service is down: REST sends them with status 503. */
  readonly isDown?: (output: never) => boolean;
  /** Headers that the verb may set, beside those that every answer has. */
  readonly headers?: readonly ("X-Model-Fallback" | "X-Degraded" | "X-Degraded-Reason")[];
  /** The output carries `next`, the cursor of the next page: REST moves it into the `Link` header. */
  readonly paged?: true;
  /** Of a paged procedure: its lists whole, by their names in the output, for REST when no `limit` was sent. */
  readonly wholeLists?: (
    ctx: ServiceContext,
    input: never,
  ) => Readonly<Record<string, AsyncIterable<readonly unknown[]>>>;
  /**
   * The output as events, for REST when the caller accepts `text/event-stream`. Resolves when the first event is there,
   * so that what fails before it can be answered as usual.
   */
  readonly events?: (ctx: ServiceContext, input: never) => Promise<AsyncGenerator<StreamedEvent, void>>;
  /** `Idempotency-Key` works here. */
  readonly idempotent?: true;
  /** An address may call this a few times a minute: it takes work and asks for no token. */
  readonly limitedByAddress?: true;
}

const TRPC_CODE = {
  NOT_FOUND: "NOT_FOUND",
  INVALID: "UNPROCESSABLE_CONTENT",
  CONFLICT: "CONFLICT",
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

/** What every procedure does around its own part, when tRPC runs it. */
const around = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const run = (place = ctx.place) => next({ ctx: { place, signal: meta!.abortable ? ctx.signal : undefined } });
  const result = ctx.inTurn
    ? await ctx.inTurn(workOf(meta!, await getRawInput().catch(() => undefined)), run)
    : await run();
  const refusal = result.ok ? null : trpcErrorOf(result.error.cause);
  if (refusal) throw refusal;
  return result;
});

/** What a refusal is called in tRPC; null for anything else. */
function trpcErrorOf(cause: unknown): TRPCError | null {
  return DomainError.is(cause) ? new TRPCError({ code: TRPC_CODE[cause.code], message: cause.message, cause }) : null;
}

/** The output of a streamed procedure: what fails on the way, after the procedure has ended, gets tRPC's codes too. */
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

/** Refuses a caller without the token, or the scope, that the procedure asks for. */
export function requireAccess({ actor }: RequestContext, meta: ProcedureMeta): void {
  if (meta.access === "public") return;
  if (actor === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "A valid access token is required." });
  const scope = scopeOf(meta);
  if (scope) requireScope(actor, scope);
}

/** The steps that every procedure has, by identity: a step that is added to the base later is not among them. */
export const COMMON_STEPS: ReadonlySet<unknown> = new Set([...around._middlewares, ...authenticate._middlewares]);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const openProcedure = t.procedure.use(around);
const guardedProcedure = openProcedure.use(authenticate);

/** Begins a procedure: the only way to make one, so that none lacks its meta. */
export function procedure(meta: ProcedureMeta & { readonly access: "public" }): typeof openProcedure;
export function procedure(
  meta: ProcedureMeta & { readonly access: Exclude<Access, "public"> },
): typeof guardedProcedure;
export function procedure(meta: ProcedureMeta): typeof openProcedure | typeof guardedProcedure {
  return meta.access === "public" ? openProcedure.meta(meta) : guardedProcedure.meta(meta);
}

/** The scope that a token must carry; null where any token, or none, will do. */
export function scopeOf({ access }: ProcedureMeta): Scope | null {
  return access === "public" || access === "token" ? null : access;
}

/** What a call with this input uses up. */
export function workOf({ work }: ProcedureMeta, input: unknown): WorkClass {
  return typeof work === "function" ? work(input) : work;
}
