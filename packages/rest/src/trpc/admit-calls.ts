import { type Procedure, PROCEDURES, type WorkClass, workOf } from "@knote/api";
import { ClientLeft } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Admission } from "../overload/admission.ts";
import { admitBody } from "../overload/admission.ts";
import { callerOf } from "../overload/caller-of.ts";
import type { Place } from "../overload/room.ts";
import { type Work, WORKS } from "../overload/work.ts";

export interface SentCall {
  readonly path: string;
  readonly getRawInput: () => Promise<unknown>;
}

/** The places of a request: one for each kind of work in it, however many calls. */
export type Places = ReadonlyMap<Work | WorkClass, Place>;

export interface AdmittedCalls {
  readonly places: Places;
  leave(): void;
}

/**
 * Takes a place for each kind of work in a request, at most until its response has ended, or rejects with
 * `OverloadedError` and takes none. Always in the same order, so that no two requests wait for each other.
 */
export async function admitCalls(
  calls: readonly SentCall[],
  exchange: Exchange,
  admission: Admission,
): Promise<AdmittedCalls> {
  const { request, response } = exchange;
  const userId = callerOf(exchange);
  const places = new Map<Work | WorkClass, Place>();
  const heldPlaces: Pick<Place, "leave">[] = [];
  const leave = () => heldPlaces.forEach((place) => place.leave());
  response.once("close", leave);
  try {
    for (const { meta } of proceduresOf(calls)) admission.check(workOf(meta, undefined), userId);
    const body = request.method === "POST" ? await admitBody(admission, exchange) : null;
    if (body) heldPlaces.push(body);
    const works = await worksOf(calls);
    body?.markArrived();
    for (const work of WORKS) {
      if (!works.has(work)) continue;
      const place = await admission.enter(work, { userId, hasLeft: () => response.destroyed });
      places.set(work, place);
      heldPlaces.push(place);
    }
    if (response.destroyed) throw new ClientLeft();
    return { places, leave };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Reads the inputs first: a slow sender has no place yet. The call itself reports an input that cannot be read. */
async function worksOf(calls: readonly SentCall[]): Promise<Set<Work | WorkClass>> {
  const works = calls.map(async ({ path, getRawInput }) => {
    const input = await getRawInput().catch(() => undefined);
    const procedure = PROCEDURES.get(path);
    return procedure ? workOf(procedure.meta, input) : "always";
  });
  return new Set(await Promise.all(works));
}

/** Returns the procedures of the calls. An unknown name is left out: it costs no work. */
export function proceduresOf(calls: readonly Pick<SentCall, "path">[]): Procedure[] {
  return calls.flatMap(({ path }) => PROCEDURES.get(path) ?? []);
}
