import type { DemoGraph } from "@knote/contract";
import { deriveStates } from "../links/derive-states.ts";
import { noteView } from "../notes/note-view.ts";
import type { StateLink } from "../ports/link-store.ts";
import { DEMO_LINKS, DEMO_NOTES } from "./demo-content.ts";

/** Returns the built-in demo graph, the same for every caller. */
export async function demoGraph(): Promise<DemoGraph> {
  const stateLinks = DEMO_LINKS.flatMap(({ relation, ...link }): StateLink[] =>
    relation === "supersedes" || relation === "contradicts"
      ? [{ ...link, relation, sourceArchived: false, targetArchived: false }]
      : [],
  );
  const states = await deriveStates(stateLinks);
  return { notes: DEMO_NOTES.map((note) => noteView(note, states)), links: [...DEMO_LINKS] };
}
