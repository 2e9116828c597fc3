import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import type { Actor, Scope } from "./actor.ts";
import { requireScope } from "./actor.ts";
import type { RequestContext, ServiceContext } from "./context.ts";
import { DomainError, type DomainErrorCode } from "./errors.ts";

/** What a transport needs to know of a procedure besides its schemas. */
export interface ProcedureMeta {
  /** The shape that `trpc-openapi` reads; a procedure without it is not on REST. */
  readonly openapi?: {
    readonly method: "GET" | "POST" | "PUT" | "DELETE";
    readonly path: `/${string}`;
    readonly tags: string[];
    readonly summary: string;
    readonly description?: string;
    readonly protect: boolean;
  };
  /** HTTP status of success; 200 when absent. 204 sends no body. */
  readonly status?: 201 | 204;
  /** Checked before anything of the request is parsed. */
  readonly scope?: Scope;
  /** The output carries `next`, the cursor of the next page: REST moves it into the `Link` header. */
  readonly paged?: boolean;
  /** `Idempotency-Key` works here. */
  readonly idempotent?: boolean;
}

const TRPC_CODE = {
  NOT_FOUND: "NOT_FOUND",
  INVALID: "UNPROCESSABLE_CONTENT",
  CONFLICT: "CONFLICT",
  FORBIDDEN: "FORBIDDEN",
  LIMIT_EXCEEDED: "TOO_MANY_REQUESTS",
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

const mapDomainErrors = t.middleware(async ({ next }) => {
  const result = await next();
  const refusal = result.ok ? null : trpcErrorOf(result.error.cause);
  if (refusal) throw refusal;
  return result;
});

/** What a refusal is called in tRPC; null for anything else. */
export function trpcErrorOf(cause: unknown): TRPCError | null {
  return DomainError.is(cause) ? new TRPCError({ code: TRPC_CODE[cause.code], message: cause.message, cause }) : null;
}

const authenticate = t.middleware(({ ctx, meta, next }) => {
  if (ctx.actor === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "A valid access token is required." });
  if (meta?.scope) requireScope(ctx.actor, meta.scope);
  return next({ ctx: ctx as RequestContext & { readonly actor: Actor } & ServiceContext });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Anyone may call. */
export const publicProcedure = t.procedure.use(mapDomainErrors);

/** Needs a valid token, with the scope that the procedure's meta names. */
export const authedProcedure = publicProcedure.use(authenticate);
