import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { DataVersion } from "../database/data-version.ts";

const REMEMBERED = 10_000;

/** Since when the tokens of users count. */
export interface TokenCuts {
  notBefore(sub: string): number;
  /** Never moves a cut back; within a write. */
  cut(sub: string, notBefore: number): void;
}

/** Every request asks, so what was found is remembered until this or another process writes. */
export function createTokenCuts(db: DatabaseSync, dataVersion: DataVersion): TokenCuts {
  const known = new Map<string, number>();
  let version = dataVersion();
  const select = db.prepare("SELECT not_before FROM token_cuts WHERE subject = ?");
  const raise = db.prepare(
    `INSERT INTO token_cuts (subject, not_before) VALUES (?, ?)
     ON CONFLICT (subject) DO UPDATE SET not_before = max(not_before, excluded.not_before)`,
  );

  function find(sub: string): number {
    const found = (select.get(subjectOf(sub))?.["not_before"] ?? 0) as number;
    if (known.size >= REMEMBERED) known.clear();
    known.set(sub, found);
    return found;
  }

  return {
    notBefore(sub) {
      const current = dataVersion();
      if (current !== version) known.clear();
      version = current;
      return known.get(sub) ?? find(sub);
    },
    cut(sub, notBefore) {
      known.delete(sub);
      raise.run(subjectOf(sub), notBefore);
    },
  };
}

function subjectOf(sub: string): string {
  return hash("sha256", sub, "base64url");
}
