import { DAY_MS } from "@knote/contract";
import type { DatabaseSync } from "node:sqlite";
import { EVENT_RETENTION_MS, type Clock } from "@knote/api";
import type { Writer } from "../database/writer.ts";

/** Keeps the first sweep out of the server's start. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
const USERS_AT_ONCE = 100;

export interface Housekeeping {
  /** Deletes expired rows of all users. */
  sweep(): Promise<void>;
  /** Completes erasures that were interrupted. */
  finishErasures(): void;
  stop(): void;
}

interface HousekeepingDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  /** Completes erasures that were interrupted. */
  readonly finishErasures: () => Promise<void>;
}

/** Deletes expired rows from the disk once an hour; readers skip them before that. */
export function startHousekeeping({ db, writer, clock, warn, finishErasures }: HousekeepingDeps): Housekeeping {
  const last = db.prepare("SELECT coalesce(max(user), 0) AS user FROM users");
  const events = db.prepare("DELETE FROM events WHERE user > ? AND user <= ? AND at <= ?");
  const floor = db.prepare(
    `UPDATE users SET event_floor = gone.seq FROM (
       SELECT user, max(seq) AS seq FROM events WHERE user > ? AND user <= ? AND at <= ? GROUP BY user
     ) gone WHERE gone.user = users.user`,
  );
  const reservations = db.prepare("DELETE FROM reservations WHERE user > ? AND user <= ? AND lease_until < ?");
  const keys = db.prepare("DELETE FROM idempotency WHERE user > ? AND user <= ? AND expires_at <= ? RETURNING user");
  const sessions = db.prepare("DELETE FROM sessions WHERE expires_at <= ?");
  const tokens = db.prepare("DELETE FROM tokens WHERE ends_at <= ?");
  const codes = db.prepare("DELETE FROM sign_in_codes WHERE expires_at <= ?");
  const count = db.prepare("UPDATE users SET idempotency_keys = idempotency_keys - 1 WHERE user = ?");

  async function sweep(): Promise<void> {
    const users = last.get()!["user"] as number;
    const now = clock.now();
    await writer.write(() => {
      sessions.run(now);
      tokens.run(now);
      codes.run(now);
    });
    await finishErasures();
    for (let from = 0; from < users; from += USERS_AT_ONCE) {
      await writer.write(() => {
        floor.run(from, from + USERS_AT_ONCE, now - EVENT_RETENTION_MS);
        events.run(from, from + USERS_AT_ONCE, now - EVENT_RETENTION_MS);
        reservations.run(from, from + USERS_AT_ONCE, now - DAY_MS);
        for (const row of keys.all(from, from + USERS_AT_ONCE, now)) count.run(row["user"] as number);
      });
    }
  }

  const tidy = () =>
    void sweep().catch((error) => warn("Expired rows could not be removed; trying again later.", error));
  const timers = [setTimeout(tidy, FIRST_MS).unref(), setInterval(tidy, EVERY_MS).unref()];
  const finish = () =>
    void finishErasures().catch((error) =>
      warn("An account could not be erased completely; trying again later.", error),
    );
  return { sweep, finishErasures: finish, stop: () => timers.forEach((timer) => clearTimeout(timer)) };
}
