import type { DependenceCue } from "./dependence-cues.ts";

/** What changes, up to where it is told what it becomes. */
const KIND = "((?:[^\\s;.,—–]+\\s+){0,5}?[^\\s;.,—–]+)";
const OWNER = "(?:my|our|the|his|her|their|(?:\\S+\\s+)?\\S+['’]s)";
const CHANGES = [
  // "We switched our database to Postgres", "I changed my bank from one to another".
  `\\b(?:switched|changed|moved|migrated|replaced)\\s+(?=${OWNER}\\s)${KIND}\\s+(?:to|with|by|from)\\s+\\S`,
  // "We migrated to a new framework".
  `\\b(?:switched|changed|moved|migrated)\\s+to\\s+(?:a|my|our|the)\\s+(?:new|different|other)\\s+${KIND}(?=[;.,—–:]|\\s+(?:called|named)\\b|$)`,
  // "Ada is our new team lead".
  `\\b(?:is|are|became|become)\\s+(?:now\\s+)?${OWNER}\\s+new\\s+${KIND}(?=[;.,—–:]|$)`,
].map((shape) => new RegExp(shape, "i"));
/** "I just moved to Porto": only a person who lives somewhere moves like that. */
const MOVE = /^(?:I|We|we)(?:\s+have|['’]ve)?(?:\s+(?:just|recently))?\s+moved\s+to\s+\p{Lu}/u;
const HOME = "residence";

/** Returns what a claim says has changed, as a cue; null when it tells no change, or not of what. English alone. */
export function changeCue(claim: string): DependenceCue | null {
  const object = CHANGES.map((shape) => shape.exec(claim)?.[1]).find((kind) => kind !== undefined);
  const kind = object ?? (MOVE.test(claim) ? HOME : null);
  return kind === null ? null : { start: 0, end: claim.length, sentence: claim, object: kind };
}
