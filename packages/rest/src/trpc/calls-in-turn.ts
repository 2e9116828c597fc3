import type { RequestContext } from "@knote/api";
import type { Place } from "../overload/room.ts";
import type { Places } from "./admit-calls.ts";

/**
 * Runs the calls of one request in turn: calls of one kind of work share a place, so they run one after another. A
 * batch of twenty takes no more of the service at a time than a single call.
 */
export function callsInTurn(places: Places): NonNullable<RequestContext["inTurn"]> {
  const lastCallByPlace = new Map<Place, Promise<unknown>>();
  return async (work, run) => {
    const place = places.get(work);
    if (place === undefined) return await run();
    const step = async () => {
      await place.stepIn();
      try {
        return await run(place);
      } finally {
        // From here on the output is streamed at the pace of its reader.
        place.stepOut();
      }
    };
    const outcome = (lastCallByPlace.get(place) ?? Promise.resolve()).then(step, step);
    lastCallByPlace.set(place, outcome);
    return await outcome;
  };
}
