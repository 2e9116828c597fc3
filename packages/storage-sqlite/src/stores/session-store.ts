import type { DatabaseSync } from "node:sqlite";
import { MAX_SESSIONS, type Session, type SessionStore } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { TokenCuts } from "./token-cuts.ts";
import type { TokenStanding } from "./token-standing.ts";
import type { UserRows } from "./user-rows.ts";

interface SessionStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly cuts: TokenCuts;
  readonly counts: TokenStanding;
}

export function createSessionStore({ db, users, writer, cuts, counts }: SessionStoreDeps): SessionStore {
  const sql = prepareSessions(db);
  return {
    async create(digest, { userId, ...session }, replaces) {
      const { id, name, login, userAgent, createdAt, lastUsedAt, expiresAt } = session;
      await writer.write(() => {
        const user = users.ensureEvenErased(userId);
        if (replaces !== null) sql.remove.run(replaces);
        sql.insert.run(digest, id, user, name, login, userAgent, createdAt, lastUsedAt, expiresAt);
        sql.removeExcess.run(user, user, MAX_SESSIONS);
      });
    },
    async find(digest, now) {
      const row = sql.find.get(digest, now);
      return row === undefined ? null : sessionOf(row);
    },
    async touch(digest, now) {
      await writer.write(() => void sql.touch.run(now, digest));
    },
    list: async (userId, now) => sql.list.all(users.find(userId), now).map(sessionOf),
    end: (userId, id) => writer.write(() => sql.end.run(users.find(userId), id).changes > 0),
    async endAll(userId, notBefore) {
      await writer.write(() => {
        const user = users.find(userId);
        sql.endAll.run(user);
        sql.endTokens.run(user);
        cuts.raiseCut(userId, notBefore);
      });
    },
    async isTokenValid(userId, token) {
      if (token.sessionId === null) await cuts.mend(userId);
      return counts(userId, token);
    },
    async addCode(digest, expiresAt) {
      await writer.write(() => void sql.addCode.run(digest, expiresAt));
    },
    useCode: (digest, now) =>
      writer.write(() => {
        const row = sql.useCode.get(digest);
        return row !== undefined && (row["expires_at"] as number) > now;
      }),
  };
}

export function sessionOf(row: Row): Session {
  // Safe because only `create` and `touch` write these columns.
  return {
    id: row["id"] as string,
    userId: row["sub"] as string,
    name: row["name"] as string,
    login: row["login"] as string | null,
    userAgent: row["user_agent"] as string,
    createdAt: row["created_at"] as number,
    lastUsedAt: row["last_used_at"] as number,
    expiresAt: row["expires_at"] as number,
  };
}

function prepareSessions(db: DatabaseSync) {
  const all = "SELECT s.*, u.sub FROM sessions s JOIN users u USING (user)";
  return {
    insert: db.prepare(
      `INSERT INTO sessions (digest, id, user, name, login, user_agent, created_at, last_used_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    find: db.prepare(`${all} WHERE digest = ? AND expires_at > ?`),
    list: db.prepare(`${all} WHERE s.user = ? AND expires_at > ? ORDER BY last_used_at DESC, created_at DESC, id`),
    touch: db.prepare("UPDATE sessions SET last_used_at = ? WHERE digest = ?"),
    remove: db.prepare("DELETE FROM sessions WHERE digest = ?"),
    removeExcess: db.prepare(
      `DELETE FROM sessions WHERE user = ? AND digest IN (
         SELECT digest FROM sessions WHERE user = ? ORDER BY last_used_at DESC, created_at DESC LIMIT -1 OFFSET ?)`,
    ),
    end: db.prepare("DELETE FROM sessions WHERE user = ? AND id = ?"),
    endAll: db.prepare("DELETE FROM sessions WHERE user = ?"),
    endTokens: db.prepare("DELETE FROM tokens WHERE user = ?"),
    addCode: db.prepare("INSERT INTO sign_in_codes (digest, expires_at) VALUES (?, ?)"),
    useCode: db.prepare("DELETE FROM sign_in_codes WHERE digest = ? RETURNING expires_at"),
  };
}
