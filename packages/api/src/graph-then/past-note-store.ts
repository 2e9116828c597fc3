import { IDS_PER_TITLE, type NoteStore, type TitledNote } from "../ports/note-store.ts";
import { foldTag, titleKey } from "../text/analyze.ts";
import { type GraphThen, isAsThen } from "./graph-then.ts";
import { pastNotes } from "../past/past-notes.ts";
import type { PastVersion } from "../past/past-version.ts";

/** How much deeper titles are read when later notes take the places of earlier ones, and at most how deep. */
const DEEPER = 4;
const DEEPEST = 5_000;

type PastReads = Pick<NoteStore, "get" | "getMany" | "findByTitleKeys" | "findByTitleBeginning" | "findTags">;

/** Reads the notes of then. */
export function pastNoteStore(then: GraphThen): PastReads {
  const { ctx, at, versions } = then;
  const { notes } = ctx.storage;
  let versionsByKey: Map<string, PastVersion[]> | undefined;

  const getMany: NoteStore["getMany"] = async (userId, ids) =>
    await pastNotes(ctx, await notes.getMany(userId, ids), at);

  async function presentTitles(userId: string, beginning: string, limit: number): Promise<TitledNote[]> {
    for (let depth = limit; ; depth *= DEEPER) {
      const titles = await notes.findByTitleBeginning(userId, beginning, depth);
      const titlesThen = titles.filter(({ id }) => isAsThen(then, id));
      if (titlesThen.length >= limit || titles.length < depth || depth >= DEEPEST) return titlesThen;
    }
  }

  return {
    getMany,
    get: async (userId, id) => (await getMany(userId, [id]))[0] ?? null,
    async findByTitleKeys(userId, titleKeys) {
      versionsByKey ??= Map.groupBy(versions.byId.values(), (version) => version.titleKey);
      const presentIds = await notes.findByTitleKeys(userId, titleKeys);
      const idsByKey = new Map<string, string[]>();
      for (const key of new Set(titleKeys)) {
        const versionIds = key === "" ? [] : (versionsByKey.get(key) ?? []).map(({ id }) => id);
        const ids = [...(presentIds.get(key) ?? []).filter((id) => isAsThen(then, id)), ...versionIds];
        if (ids.length > 0) idsByKey.set(key, ids.slice(0, IDS_PER_TITLE));
      }
      return idsByKey;
    },
    async findByTitleBeginning(userId, beginning, limit) {
      const present = await presentTitles(userId, beginning, limit);
      const past = [...versions.byId.values()].filter((version) => version.titleKey.startsWith(beginning));
      if (past.length === 0) return present.slice(0, limit);
      return [...present.map(({ id, title }) => ({ id, title, titleKey: titleKey(title) })), ...past]
        .toSorted((one, other) => (one.titleKey < other.titleKey ? -1 : one.titleKey > other.titleKey ? 1 : 0))
        .slice(0, limit)
        .map(({ id, title }) => ({ id, title }));
    },
    async findTags(userId, beginning, limit) {
      const start = foldTag(beginning);
      const past = [...versions.byId.values()].flatMap(({ tags }) =>
        tags.filter((tag) => foldTag(tag).startsWith(start)),
      );
      const present = await notes.findTags(userId, beginning, limit);
      // More than the limit, as not all of the present ones were used then.
      return [...new Map([...past, ...present].map((tag) => [foldTag(tag), tag])).values()];
    },
  };
}
