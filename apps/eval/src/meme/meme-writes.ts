import { type ImportLink, type ImportNote, LIMITS } from "@knote/contract";
import { EvalError } from "../eval-error.ts";
import type { Episode, MemeFact } from "./meme-lines.ts";

const DAY_MS = 86_400_000;

/**
 * What is known of dependencies: nothing; what the owner would link, since the text says so; or what the service
 * proposes and is accepted blindly.
 */
export const ARMS = ["off", "on", "found"] as const;
export type Arm = (typeof ARMS)[number];

/** What one phase of an episode writes. Notes are named by their keys. */
export interface MemeWrites {
  readonly notes: readonly ImportNote[];
  readonly links: readonly ImportLink[];
  readonly deletions: readonly string[];
}

/** Turns the facts of one phase into writes: the title of a note is its sentence, a fact a day. */
export function writesOf({ id, facts }: Episode, phase: MemeFact["phase"], arm: Arm, now: number): MemeWrites {
  const notes: ImportNote[] = [];
  const links: ImportLink[] = [];
  const deletions: string[] = [];
  for (const [place, fact] of facts.entries()) {
    if (fact.phase !== phase) continue;
    // The note that tells what an entity is at that moment.
    const current = (entity: string) =>
      facts.slice(0, place).findLast((one) => one.entity === entity && one.kind !== "rule" && one.kind !== "delete");
    const previous = current(fact.entity);
    if (fact.kind === "delete") {
      if (!previous) throw new EvalError(`${id}: fact ${fact.n} deletes ${fact.entity}, which no fact tells.`);
      deletions.push(keyOf(previous));
      continue;
    }
    notes.push(noteOf(fact, new Date(now - (facts.length - place) * DAY_MS)));
    if ((fact.kind === "update" || fact.kind === "change") && previous)
      links.push({ source: keyOf(fact), target: keyOf(previous), relation: "supersedes" });
    const foundation = fact.rests_on === undefined ? undefined : current(fact.rests_on);
    if (arm === "on" && foundation)
      links.push({ source: keyOf(fact), target: keyOf(foundation), relation: "depends_on" });
  }
  return { notes, links, deletions };
}

function keyOf({ n }: MemeFact): string {
  return `fact-${n}`;
}

/** The title of a note is its text or, where that is too long, the first line; the content is the text. */
function noteOf(fact: MemeFact, time: Date): ImportNote {
  const line = fact.text.replace(/\s+/g, " ");
  const title = line.length > LIMITS.titleLength ? fact.text.split("\n")[0]!.slice(0, LIMITS.titleLength) : line;
  return {
    key: keyOf(fact),
    title,
    content: fact.text,
    note_type: "fact",
    tags: [],
    importance: 0.5,
    created_at: time.toISOString(),
  };
}
