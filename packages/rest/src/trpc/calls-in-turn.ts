import { type AppRouter, appRouter, type RequestContext } from "@knote/api";
import type { Place } from "../overload/room.ts";
import { type Work, workOf } from "../overload/work.ts";

/** What a request holds: one place for each kind of work in it, however many calls. */
export type Places = ReadonlyMap<Work, Place>;

interface Call {
  readonly ctx: RequestContext;
  readonly path: string;
  readonly getRawInput: () => Promise<unknown>;
}
type Procedure = ((call: Call) => Promise<unknown>) & { readonly _def: unknown };

/**
 * The router with calls of one request in turn: those of one kind of work share its place, so that one is done after
 * another. A batch of twenty gets no more of the service at a time than a single call.
 */
export function callsInTurn(placesOf: (ctx: RequestContext) => Places | undefined): AppRouter {
  const lasts = new WeakMap<Place, Promise<unknown>>();

  async function inTurn(call: Call, procedure: Procedure): Promise<unknown> {
    const places = placesOf(call.ctx);
    if (places === undefined) return await procedure(call);
    const input = await call.getRawInput().catch(() => undefined);
    const work = workOf(call.path, input);
    const place = work === null ? undefined : places.get(work);
    if (place === undefined) return await procedure(call);
    const run = async () => {
      await place.stepIn();
      try {
        return await procedure({ ...call, ctx: { ...call.ctx, place } });
      } finally {
        // What is streamed from here on comes as fast as it is read.
        place.stepOut();
      }
    };
    const done = (lasts.get(place) ?? Promise.resolve()).then(run, run);
    lasts.set(place, done);
    return await done;
  }

  const { procedures } = appRouter._def as unknown as { readonly procedures: Readonly<Record<string, Procedure>> };
  // Without the names of every object's own properties: `__proto__` is no procedure.
  const wrapped: Record<string, unknown> = Object.create(null);
  for (const [path, procedure] of Object.entries(procedures)) {
    const called = (call: Call) => inTurn(call, procedure);
    wrapped[path] = Object.assign(called, { _def: procedure._def });
  }
  // Safe because tRPC finds a procedure by its path, looks at `_def`, and calls it.
  return { ...appRouter, _def: { ...appRouter._def, procedures: wrapped } } as unknown as AppRouter;
}
