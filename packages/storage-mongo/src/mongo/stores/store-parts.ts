import type { Clock } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { Removals } from "./removals.ts";
import type { Effect, Ledgers } from "./ledgers.ts";
import type { Owner, Owners } from "./owners.ts";

/** What stores of notes and links stand on. */
export interface StoreParts {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
  /** Tells of a write and counts it; comes after the write and before its promise resolves. */
  readonly record: (owner: Owner, effect: Effect) => Promise<void>;
}

export interface LinkParts extends StoreParts {
  readonly ledgers: Pick<Ledgers, "read">;
}

export interface NoteParts extends StoreParts {
  /** Written down before a note goes for good, as its vectors stand elsewhere. */
  readonly removals: Pick<Removals, "add">;
}
