import type { Guard, Hold, SyncPlan, SyncResult } from "@knote/sync";

/** Files, notes or titles that are listed; `--json` has all of them. */
const MOST_LISTED = 10;

/** Names of files can have signs that terminals obey. */
const CONTROLS = /\p{Cc}/gu;

type ActName = Parameters<SyncResult["acts"]["get"]>[0];

/** What an act is to people; acts without a name are steps of others. */
const ACTS: Readonly<Partial<Record<ActName, string>>> = {
  create: "new notes from files",
  write: "files written with the text of their note",
  push: "notes changed by their file",
  merge: "edits of both sides merged",
  conflict: "conflicts: the file's text becomes a note of its own",
  restore: "notes back from the trash, as their file was edited",
  "delete-note": "notes to the trash, as their file is gone",
  "trash-file": "files to .knote/trash, as their note is gone",
  label: "files named by a knote line",
  link: "links added",
  unlink: "links removed",
};

const GUARDS: Readonly<Record<Guard["kind"], (count: number) => string>> = {
  "files-gone": (count) =>
    `${count} files are gone, more than a fifth of all. Their notes stay; --allow-deletes moves them to the trash.`,
  "notes-gone": (count) =>
    `${count} notes are gone from the server, more than a fifth of all. Their files stay; --allow-deletes moves them to .knote/trash.`,
  "unknown-ids": (count) =>
    `${count} files say that they are notes which the server does not know. They stay as they are; --adopt makes new notes of them.`,
};

/** Holds that ask nothing of anybody. */
const SILENT: ReadonlySet<Hold["reason"]> = new Set(["ignored", "no-file"]);

/** Returns what is left alone and should not be for long. */
export function openHolds(holds: readonly Hold[]): readonly Hold[] {
  return holds.filter(({ reason }) => !SILENT.has(reason));
}

/** Describes what a sync would do. */
export function planText({ acts, holds, guards }: SyncPlan): string {
  const counts = new Map<ActName, number>();
  for (const { act } of acts) counts.set(act, (counts.get(act) ?? 0) + 1);
  const lines = [...actLines(counts), ...holdLines(openHolds(holds)), ...guardLines(guards)];
  return textOf(lines.length === 0 ? ["Both sides are alike."] : lines);
}

/** Describes what a sync did, and what it left. */
export function resultText(result: SyncResult): string {
  const { acts, holds, guards, conflicts, failures } = result;
  const open = openHolds(holds);
  const lines = [
    ...actLines(acts),
    ...(conflicts.length === 0 ? [] : [`  conflict notes: ${conflicts.length}`, ...linesOf(conflicts)]),
    ...holdLines(open),
    ...(failures.length === 0
      ? []
      : [`  not done: ${failures.length}`, ...linesOf(failures.map(({ place, detail }) => `${place}: ${detail}`))]),
    ...guardLines(guards),
  ];
  return textOf([...lines, conclusion(result, open.length)]);
}

/** 0: alike; 1: something is held, in conflict, refused or waits for a word. */
export function exitCodeOf({ isAlike, holds, conflicts }: SyncResult): 0 | 1 {
  return isAlike && openHolds(holds).length === 0 && conflicts.length === 0 ? 0 : 1;
}

function conclusion({ isAlike }: SyncResult, heldCount: number): string {
  if (!isAlike) return "The two sides are not alike yet.";
  return heldCount === 0 ? "Both sides are alike." : "Both sides are alike, apart from what is held.";
}

function actLines(counts: ReadonlyMap<ActName, number>): string[] {
  return Object.entries(ACTS).flatMap(([act, name]) => {
    const count = counts.get(act as ActName) ?? 0;
    return count === 0 ? [] : [`  ${name}: ${count}`];
  });
}

function holdLines(holds: readonly Hold[]): string[] {
  if (holds.length === 0) return [];
  return [
    `  held, until they can be read: ${holds.length}`,
    ...linesOf(holds.map(({ path, detail }) => `${path}: ${detail}`)),
  ];
}

function guardLines(guards: readonly Guard[]): string[] {
  return guards.map(({ kind, count }) => GUARDS[kind](count));
}

function linesOf(texts: readonly string[]): string[] {
  const lines = texts.slice(0, MOST_LISTED).map((text) => `    ${text.replace(CONTROLS, "?")}`);
  return texts.length > MOST_LISTED ? [...lines, `    and ${texts.length - MOST_LISTED} more`] : lines;
}

function textOf(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
