import type { ChangeKind } from "@knote/contract";

/** The kinds of changes with their headings, what asks for attention first. */
export const CHANGE_HEADINGS: readonly (readonly [kind: ChangeKind, heading: string])[] = [
  ["needs_review", "Need review"],
  ["contested", "Contested"],
  ["replaced", "Replaced"],
  ["reworded", "Say something else"],
  ["set_aside", "Archived"],
  ["settled", "No longer contested"],
  ["stands_again", "Stand again"],
  ["written", "New"],
  ["explained", "Explained differently"],
  ["linked", "Linked"],
  ["unlinked", "No longer linked"],
];
