import { describe, expect, it } from "vitest";
import { type Deed, doDeed } from "./testing/deeds.ts";
import { SyncWorld } from "./testing/sync-world.ts";

type Name = Deed["deed"];
const deed = (name: Name, pick = 0, folder = 0): Deed => ({ deed: name, pick, folder });

/** What lies there before, after a first sync, and what happens then. */
const SCENARIOS: Record<string, { readonly before: readonly Deed[]; readonly after: readonly Deed[] }> = {
  "first sync of notes": { before: [], after: [deed("create a note", 0), deed("create a note", 2)] },
  "first sync of files": { before: [], after: [deed("create a file", 0), deed("create a file", 7)] },
  "a copy": { before: [deed("create a file", 0)], after: [deed("copy a file")] },
  push: { before: [deed("create a file", 0)], after: [deed("edit in place", 1)] },
  write: { before: [deed("create a note", 0)], after: [deed("edit a note", 0)] },
  "a merger": { before: [deed("create a note", 0)], after: [deed("edit in place", 3), deed("edit a note", 1)] },
  "a conflict": { before: [deed("create a note", 0)], after: [deed("edit in place", 3), deed("edit a note", 3)] },
  "a file removed": { before: [deed("create a note", 0)], after: [deed("remove a file")] },
  "a note deleted": { before: [deed("create a note", 0)], after: [deed("delete a note")] },
  "a change against a deletion": {
    before: [deed("create a note", 0)],
    after: [deed("delete a note"), deed("edit in place", 3)],
  },
  "a change against a purge": {
    before: [deed("create a note", 0)],
    after: [deed("purge a note"), deed("edit in place", 3)],
  },
  "a deletion against a change": {
    before: [deed("create a note", 0)],
    after: [deed("remove a file"), deed("edit a note", 3)],
  },
  "a move and an edit": {
    before: [deed("create a file", 0)],
    after: [deed("move a file"), deed("edit by rename", 1)],
  },
  "front matter stripped": {
    before: [deed("create a note", 0), deed("create a note", 2), deed("link two notes", 1)],
    after: [deed("strip the front matter", 0), deed("change the fields of a note", 1)],
  },
  "links on both sides": {
    before: [deed("create a note", 0), deed("create a note", 2), deed("link two notes", 1)],
    after: [deed("name a link", 0), deed("name a link", 1), deed("unlink two notes"), deed("link two notes", 3)],
  },
  "the state lost": {
    before: [deed("create a note", 0)],
    after: [deed("lose the state"), deed("edit in place", 3), deed("create a file", 2)],
  },
};

const KILLS = [
  { isPowerCut: false, lostNames: 0, hasHardLinks: true },
  { isPowerCut: true, lostNames: 3, hasHardLinks: true },
  { isPowerCut: false, lostNames: 0, hasHardLinks: false },
];

describe("a sync that is killed at any step", () => {
  it.each(Object.entries(SCENARIOS))("comes to the same end: %s", async (_, scenario) => {
    const whole = await endOf(scenario);
    for (const kill of KILLS)
      for (let step = 1; step <= whole.steps; step++) {
        const { notes, conflicts } = await endOf(scenario, { ...kill, step });
        expect({ kill, step, notes }).toEqual({ kill, step, notes: whole.notes });
        expect(new Set(conflicts).size).toBe(conflicts.length);
      }
  });
});

interface Kill {
  readonly step: number;
  readonly isPowerCut: boolean;
  readonly lostNames: number;
  readonly hasHardLinks: boolean;
}

async function endOf({ before, after }: (typeof SCENARIOS)[string], kill?: Kill) {
  const world = await SyncWorld.create({ folders: 1, isFolding: false, hasHardLinks: kill?.hasHardLinks ?? true });
  for (const one of before) await doDeed(world, one);
  world.services.clock.advance(10_000);
  if (before.length > 0) await world.sync(0);
  world.services.clock.advance(10_000);
  for (const one of after) await doDeed(world, one);
  world.services.clock.advance(10_000);
  await world.sync(0, kill ? [{ ...kill, fault: "kill" }] : []);
  const { steps } = world;
  await world.check();
  const { notes } = await world.user.api.notes.list({});
  const links = await world.user.api.links.list({});
  const titleOf = new Map(notes.map(({ id, title }) => [id, plainTitle(title)]));
  const lines = notes.map(({ title, content, tags, state }) => [plainTitle(title), content, tags, state].join(" | "));
  const linkLines = links.links.map(({ source_id, relation, target_id }) =>
    [titleOf.get(source_id), relation, titleOf.get(target_id)].join(" "),
  );
  const conflicts = notes.filter(({ tags }) => tags.includes("conflict")).map(({ content }) => content);
  return { steps, notes: [...lines, ...linkLines].toSorted(), conflicts };
}

/** A conflict note's title has the minute in it. */
function plainTitle(title: string): string {
  return title.replace(/ \d{4}-\d\d-\d\d \d\d:\d\d\)$/, ")");
}
