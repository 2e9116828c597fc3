import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { createBoundedCache, CUT_AHEAD_MS, type Clock } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { Writer } from "../database/writer.ts";

const MOST_CACHED_CUTS = 10_000;

/** The times from which users' tokens count. */
export interface TokenCuts {
  notBefore(sub: string): number;
  /** Moves a cut in the future, which a wrong clock made, back to now. */
  mend(sub: string): Promise<void>;
  /** Sets a cut, but never an earlier one. Call it within a write. */
  raiseCut(sub: string, notBefore: number): void;
}

interface TokenCutsDeps {
  readonly db: DatabaseSync;
  readonly dataVersion: DataVersion;
  readonly writer: Writer;
  readonly clock: Clock;
}

/** Every request needs its cut, so cuts are cached until this process changes them or another one writes. */
export function createTokenCuts({ db, dataVersion, writer, clock }: TokenCutsDeps): TokenCuts {
  const cutsByUser = createBoundedCache<string, number>({ most: MOST_CACHED_CUTS });
  let version = dataVersion();
  const select = db.prepare("SELECT not_before FROM token_cuts WHERE subject = ?");
  const raise = db.prepare(
    `INSERT INTO token_cuts (subject, not_before) VALUES (?, ?)
     ON CONFLICT (subject) DO UPDATE SET not_before = max(not_before, excluded.not_before)`,
  );
  const lower = db.prepare("UPDATE token_cuts SET not_before = ?1 WHERE subject = ?2 AND not_before > ?1");

  function find(sub: string): number {
    const storedCut = (select.get(subjectOf(sub))?.["not_before"] ?? 0) as number;
    cutsByUser.set(sub, storedCut);
    return storedCut;
  }

  function notBefore(sub: string): number {
    const current = dataVersion();
    if (current !== version) cutsByUser.clear();
    version = current;
    return cutsByUser.get(sub) ?? find(sub);
  }

  return {
    notBefore,
    async mend(sub) {
      const now = clock.now();
      if (notBefore(sub) <= now + CUT_AHEAD_MS) return;
      await writer.write(() => {
        cutsByUser.delete(sub);
        lower.run(now, subjectOf(sub));
      });
    },
    raiseCut(sub, time) {
      cutsByUser.delete(sub);
      raise.run(subjectOf(sub), time);
    },
  };
}

function subjectOf(sub: string): string {
  return hash("sha256", sub, "base64url");
}
