import type { EmbedOptions } from "@knote/api";

/** Whose the text at the place is. */
export function ownerOf({ userId }: EmbedOptions, place: number): string | undefined {
  return typeof userId === "object" ? userId[place] : userId;
}
