import type { Ranked } from "./retrieve.ts";

/** Meaning finds a little of everything: what scores less than this beside the hit that led to it is no hit of its own. */
const OWN_SHARE = 0.5;

/** Whether a note to which links lead from a hit was found for itself as well, and so needs no path to say why it is here. */
export function standsForItself(own: Ranked, ledFrom: Ranked): boolean {
  return own.via.length === 0 && own.score >= OWN_SHARE * ledFrom.score;
}
