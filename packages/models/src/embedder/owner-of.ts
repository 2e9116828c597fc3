import type { EmbedOptions } from "@knote/api";

/** Returns the user whose text is at this index. */
export function ownerOf({ userId }: EmbedOptions, place: number): string | undefined {
  return typeof userId === "object" ? userId[place] : userId;
}
