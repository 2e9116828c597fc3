import { createBoundedCache, type StandingVersions } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";

const MOST_USERS = 10_000;
/** Most changes of one user that are remembered: what is further behind reads all links again. */
const MOST_CHANGES = 100;
/** Most notes that one change touches to be remembered. */
const MOST_TOUCHED = 1_000;

/** What of a user's data has changed: the notes' foundations, or only what is derived over them. */
export interface StandingChanges {
  /** Returns the versions, which are new for every user after another process has written. */
  of(sub: string): Omit<StandingVersions, "notes">;
  /** Returns the notes that changes since a version of `rests` touch; null when that version is not remembered. */
  touchedSince(sub: string, rests: string): string[] | null;
  /** Gives new versions to a user whose rest links or their ends have changed; `ids` names these ends, null any. */
  advanceRests(sub: string, ids: readonly string[] | null): void;
  /** Gives a new version to a user whose state links or looks have changed. */
  advanceStanding(sub: string): void;
}

interface UserVersions extends Omit<StandingVersions, "notes"> {
  /** By the version before it, the notes that a change of rest links touched; the latest last. */
  readonly changes: readonly { readonly after: string; readonly ids: readonly string[] }[];
}

export function createStandingChanges(dataVersion: DataVersion): StandingChanges {
  const versionsByUser = createBoundedCache<string, UserVersions>({ most: MOST_USERS });
  let version = dataVersion();
  let last = 0;
  const next = () => String(++last);

  function of(sub: string): UserVersions {
    const current = dataVersion();
    if (current !== version) versionsByUser.clear();
    version = current;
    const versions = versionsByUser.get(sub) ?? { rests: next(), standing: next(), changes: [] };
    versionsByUser.set(sub, versions);
    return versions;
  }

  return {
    of(sub) {
      const { rests, standing } = of(sub);
      return { rests, standing };
    },
    touchedSince(sub, rests) {
      const { rests: present, changes } = of(sub);
      if (rests === present) return [];
      const first = changes.findIndex(({ after }) => after === rests);
      return first < 0 ? null : [...new Set(changes.slice(first).flatMap(({ ids }) => ids))];
    },
    advanceRests(sub, ids) {
      const versions = versionsByUser.get(sub);
      if (versions === undefined || ids === null || ids.length > MOST_TOUCHED) return versionsByUser.delete(sub);
      const changes = [...versions.changes, { after: versions.rests, ids }].slice(-MOST_CHANGES);
      versionsByUser.set(sub, { rests: next(), standing: next(), changes });
    },
    advanceStanding(sub) {
      const versions = versionsByUser.get(sub);
      if (versions !== undefined) versionsByUser.set(sub, { ...versions, standing: next() });
    },
  };
}
