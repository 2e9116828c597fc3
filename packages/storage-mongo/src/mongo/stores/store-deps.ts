import type { Clock } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { MessageRelay } from "./message-relay.ts";
import type { Removals } from "./removals.ts";
import type { Effect, Ledgers } from "./ledgers.ts";
import type { Owner, Owners } from "./owners.ts";

/** Collaborators of the stores of notes and links. */
export interface StoreDeps {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
  /** Records a write's events and counters; called after the write, before its promise resolves. */
  readonly record: (owner: Owner, effect: Effect) => Promise<void>;
  readonly relay: MessageRelay;
}

export interface LinkStoreDeps extends StoreDeps {
  readonly ledgers: Pick<Ledgers, "read">;
}

export interface NoteStoreDeps extends StoreDeps {
  /** A purged note is listed here first, as its vectors are in another database. */
  readonly removals: Pick<Removals, "add">;
}
