import type { DatabaseSync } from "node:sqlite";
import type { TokenKind } from "@knote/contract";
import { createBoundedCache, endOf, rotatedToken, type StoredToken, type TokenStore } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Later than any time that a clock shows. */
const NEVER = Number.MAX_SAFE_INTEGER;
const MOST_SEEN = 10_000;

interface TokenStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
}

export function createTokenStore({ db, users, writer }: TokenStoreDeps): TokenStore {
  const sql = prepareTokens(db);
  // Saves reading whole rows, which takes five times as long as looking for them: only its use changes a row.
  const seenTokens = createBoundedCache<string, StoredToken>({ most: MOST_SEEN });

  function read(digest: string): StoredToken {
    const token = tokenOf(sql.find.get(digest)!);
    seenTokens.set(digest, token);
    return token;
  }

  function put(digest: string, user: number, token: StoredToken): void {
    seenTokens.delete(digest);
    const { id, kind, name, scopes, hint, login, createdAt, lastUsedAt, expiresAt, grant } = token;
    const { connector, accessUntil, idleUntil, family, refresh, earlier } = grant ?? {};
    const times = [createdAt, lastUsedAt, expiresAt, endOf(token) ?? NEVER, accessUntil ?? NEVER];
    const secrets = [connector, idleUntil, family, refresh, earlier?.refresh, earlier?.until];
    const values = [digest, id, user, kind, name, scopes.join(" "), hint, login, ...times, ...secrets];
    sql.put.run(...values.map((value) => value ?? null));
  }

  return {
    create: (digest, token, most) =>
      writer.write(() => {
        const user = users.ensure(token.userId);
        const others = sql.countOthers.get(user, token.createdAt, token.id)!["count"] as number;
        if (others >= most) return false;
        put(digest, user, token);
        return true;
      }),
    async find(digest, now) {
      // Safe because the statement returns arrays.
      const living = sql.lastUse.get(digest, now, now) as unknown as [number | null] | undefined;
      if (living === undefined) {
        seenTokens.delete(digest);
        return null;
      }
      const token = seenTokens.get(digest);
      return token?.lastUsedAt === living[0] ? token : read(digest);
    },
    async touch(digest, now) {
      await writer.write(() => void sql.touch.run(now, digest));
    },
    list: async (userId, now) => sql.list.all(users.find(userId), now).map(tokenOf),
    end: (userId, id) => writer.write(() => sql.end.run(users.find(userId), id).changes > 0),
    endByDigest: (digest) =>
      writer.write(() => {
        const row = sql.findAny.get(digest);
        if (row === undefined) return null;
        sql.remove.run(row["id"]!);
        // Safe because only `put` writes these columns.
        return { id: row["id"] as string, userId: row["sub"] as string };
      }),
    rotate: ({ family, refresh }, next, now) =>
      writer.write(() => {
        const row = sql.findFamily.get(family, now);
        if (row === undefined) return null;
        const token = tokenOf(row);
        const rotatedGrant = rotatedToken(token, refresh, next, now);
        sql.remove.run(token.id);
        if (rotatedGrant === null) return "reused";
        put(next.digest, row["user"] as number, rotatedGrant);
        return rotatedGrant;
      }),
    async counts(now) {
      const counts = { personal: 0, grant: 0 };
      for (const row of sql.counts.all(now)) counts[row["kind"] as TokenKind] = row["count"] as number;
      return counts;
    },
  };
}

/** Returns the token of a row with the user's `sub`. Safe because only `put` writes these columns. */
export function tokenOf(row: Row): StoredToken {
  return {
    id: row["id"] as string,
    userId: row["sub"] as string,
    kind: row["kind"] as TokenKind,
    name: row["name"] as string,
    scopes: (row["scopes"] as string).split(" "),
    hint: row["hint"] as string,
    login: row["login"] as string | null,
    createdAt: row["created_at"] as number,
    lastUsedAt: row["last_used_at"] as number | null,
    expiresAt: row["expires_at"] as number | null,
    grant: row["family"] === null ? null : grantOf(row),
  };
}

function grantOf(row: Row): StoredToken["grant"] {
  const [earlier, until] = [row["earlier_refresh"] as string | null, row["earlier_until"] as number];
  return {
    connector: row["connector"] as string,
    accessUntil: row["access_until"] as number,
    idleUntil: row["idle_until"] as number,
    family: row["family"] as string,
    refresh: row["refresh"] as string,
    earlier: earlier === null ? null : { refresh: earlier, until },
  };
}

function prepareTokens(db: DatabaseSync) {
  const all = "SELECT t.*, u.sub FROM tokens t JOIN users u USING (user)";
  return {
    put: db.prepare(
      `INSERT OR REPLACE INTO tokens (digest, id, user, kind, name, scopes, hint, login, created_at, last_used_at,
         expires_at, ends_at, access_until, connector, idle_until, family, refresh, earlier_refresh, earlier_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    countOthers: db.prepare("SELECT count(*) AS count FROM tokens WHERE user = ? AND ends_at > ? AND id <> ?"),
    lastUse: db.prepare("SELECT last_used_at FROM tokens WHERE digest = ? AND ends_at > ? AND access_until > ?", {
      returnArrays: true,
    }),
    find: db.prepare(`${all} WHERE digest = ?`),
    findFamily: db.prepare(`${all} WHERE family = ? AND ends_at > ?`),
    findAny: db.prepare(`${all} WHERE digest = ?1 OR family = ?1`),
    touch: db.prepare("UPDATE tokens SET last_used_at = ? WHERE digest = ?"),
    list: db.prepare(
      `${all} WHERE t.user = ? AND ends_at > ? ORDER BY last_used_at DESC NULLS LAST, created_at DESC, id`,
    ),
    end: db.prepare("DELETE FROM tokens WHERE user = ? AND id = ?"),
    remove: db.prepare("DELETE FROM tokens WHERE id = ?"),
    counts: db.prepare("SELECT kind, count(*) AS count FROM tokens WHERE ends_at > ? GROUP BY kind"),
  };
}
