/**
 * Webhooks, the messages that any of them was given, and their deliveries with the log of attempts (JSON, newest
 * first). `due_at` of a webhook is that of its first waiting delivery, `waiting` the number of these; both change in
 * the writes that change deliveries. A number of a webhook is never used again, as its deliveries go after it.
 */
export const webhooks = `
CREATE TABLE webhooks (
  webhook INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL REFERENCES users,
  id TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  payload TEXT NOT NULL,
  name TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous TEXT,
  previous_until INTEGER,
  made_with TEXT NOT NULL,
  stopped TEXT,
  is_unseen INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  arrivals INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  is_notified INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  window INTEGER NOT NULL DEFAULT 1,
  is_quick INTEGER NOT NULL DEFAULT 1,
  last_delivered_at INTEGER,
  waiting INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_by_user ON webhooks (user);
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE stopped IS NULL AND due_at IS NOT NULL;
CREATE TABLE webhook_messages (
  message INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  note TEXT,
  other TEXT,
  data TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX webhook_messages_by_id ON webhook_messages (user, id);
CREATE INDEX webhook_messages_by_note ON webhook_messages (user, note) WHERE note IS NOT NULL;
CREATE INDEX webhook_messages_by_other ON webhook_messages (user, other) WHERE other IS NOT NULL;
CREATE TABLE webhook_deliveries (
  webhook INTEGER NOT NULL,
  message INTEGER NOT NULL,
  user INTEGER NOT NULL,
  result TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  step INTEGER NOT NULL DEFAULT 0,
  is_resent INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  waits_since INTEGER NOT NULL,
  ended_at INTEGER,
  log TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (webhook, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, due_at, message) WHERE result = 'waiting';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (webhook, ended_at, message) WHERE result <> 'waiting';
CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message);
CREATE INDEX webhook_deliveries_by_user ON webhook_deliveries (user);
`;
