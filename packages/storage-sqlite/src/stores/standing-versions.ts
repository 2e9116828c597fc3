import { createBoundedCache, type StandingVersions } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";

const MOST_USERS = 10_000;

/** What of a user's data has changed: the notes' foundations, or only what is derived over them. */
export interface StandingChanges {
  /** Returns the versions, which are new for every user after another process has written. */
  of(sub: string): Omit<StandingVersions, "notes">;
  /** Gives new versions to a user whose rest links or their ends have changed. */
  advanceRests(sub: string): void;
  /** Gives a new version to a user whose state links or looks have changed. */
  advanceStanding(sub: string): void;
}

export function createStandingChanges(dataVersion: DataVersion): StandingChanges {
  const versionsByUser = createBoundedCache<string, Omit<StandingVersions, "notes">>({ most: MOST_USERS });
  let version = dataVersion();
  let last = 0;
  const next = () => String(++last);
  return {
    of(sub) {
      const current = dataVersion();
      if (current !== version) versionsByUser.clear();
      version = current;
      const versions = versionsByUser.get(sub) ?? { rests: next(), standing: next() };
      versionsByUser.set(sub, versions);
      return versions;
    },
    advanceRests: versionsByUser.delete,
    advanceStanding(sub) {
      const versions = versionsByUser.get(sub);
      if (versions !== undefined) versionsByUser.set(sub, { ...versions, standing: next() });
    },
  };
}
