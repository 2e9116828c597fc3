import type { DatabaseSync } from "node:sqlite";
import { deriveStates, type DerivedStates, type StateLink } from "@knote/api";
import type { DataVersion } from "../database/data-version.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

const REMEMBERED = 1_000;

interface LinkStates {
  links(sub: string): Promise<StateLink[]>;
  derived(sub: string): Promise<DerivedStates>;
  forget(sub: string): void;
}

interface Parts {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly dataVersion: DataVersion;
}

/** Derived states are remembered per user until a write that bears on them, of this process or another. */
export function createLinkStates({ db, users, dataVersion }: Parts): LinkStates {
  const remembered = new Map<string, DerivedStates>();
  let version = dataVersion();
  const select = db.prepare(
    `SELECT s.id AS source_id, t.id AS target_id, l.relation, s.archived FROM links l
     JOIN notes s ON s.seq = l.source AND s.deleted_at IS NULL JOIN notes t ON t.seq = l.target AND t.deleted_at IS NULL
     WHERE l.user = ? AND l.relation IN ('supersedes', 'contradicts')`,
  );

  const linksOf = (sub: string) => select.all(users.find(sub)).map(stateLink);

  function forgetIfOthersWrote(): void {
    const current = dataVersion();
    if (current !== version) remembered.clear();
    version = current;
  }

  return {
    links: async (sub) => linksOf(sub),
    async derived(sub) {
      forgetIfOthersWrote();
      const states = remembered.get(sub) ?? deriveStates(linksOf(sub));
      // Taken out and put back, so that the oldest go first.
      remembered.delete(sub);
      remembered.set(sub, states);
      if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!);
      return states;
    },
    forget: (sub) => void remembered.delete(sub),
  };
}

function stateLink(row: Row): StateLink {
  return {
    source_id: row["source_id"] as string,
    target_id: row["target_id"] as string,
    relation: row["relation"] as StateLink["relation"],
    sourceArchived: row["archived"] === 1,
  };
}
