import type { Connection, mongo } from "mongoose";
import { limitTime } from "../connection/limit-time.ts";
import { claimSchema, type ClaimDocument } from "./claims.ts";
import { ledgerSchema, type LedgerDocument } from "./ledgers.ts";
import { linkSchema, type LinkDocument } from "./links.ts";
import { noteSchema, type NoteDocument } from "./notes.ts";
import { lookSchema, type LookDocument } from "./looks.ts";
import { operationSchema, type OperationDocument } from "./operations.ts";
import { pastLinkSchema, type PastLinkDocument } from "./past-links.ts";
import { revisionSchema, type RevisionDocument } from "./revisions.ts";
import { codeSchema, sessionSchema, type CodeDocument, type SessionDocument } from "./sessions.ts";
import { tokenSchema, type TokenDocument } from "./tokens.ts";
import { stanceSchema, type StanceDocument } from "./stances.ts";
import {
  analysisSchema,
  historySchema,
  keptModelsSchema,
  leaseSchema,
  removalSchema,
  waitingEventSchema,
  type AnalysisDocument,
  type HistoryDocument,
  type KeptModelsDocument,
  type LeaseDocument,
  type RemovalDocument,
  type WaitingEventDocument,
} from "./installation.ts";
import { usageSchema, type UsageDocument } from "./usage.ts";
import { userSchema, type UserDocument } from "./users.ts";
import { deliverySchema, webhookSchema, type DeliveryDocument, type WebhookDocument } from "./webhooks.ts";

export const SCHEMAS = {
  notes: noteSchema,
  revisions: revisionSchema,
  links: linkSchema,
  pastlinks: pastLinkSchema,
  looks: lookSchema,
  stances: stanceSchema,
  operations: operationSchema,
  users: userSchema,
  ledgers: ledgerSchema,
  usage: usageSchema,
  claims: claimSchema,
  sessions: sessionSchema,
  codes: codeSchema,
  tokens: tokenSchema,
  leases: leaseSchema,
  analysis: analysisSchema,
  history: historySchema,
  models: keptModelsSchema,
  removals: removalSchema,
  events: waitingEventSchema,
  webhooks: webhookSchema,
  deliveries: deliverySchema,
} as const;

export type CollectionName = keyof typeof SCHEMAS;

/**
 * Every collection, used through the driver: mongoose declares shapes and indexes, but casting a note's
 * thousands of terms would cost more than writing them.
 */
export interface Collections {
  readonly notes: mongo.Collection<NoteDocument>;
  readonly revisions: mongo.Collection<RevisionDocument>;
  readonly links: mongo.Collection<LinkDocument>;
  readonly pastlinks: mongo.Collection<PastLinkDocument>;
  readonly looks: mongo.Collection<LookDocument>;
  readonly stances: mongo.Collection<StanceDocument>;
  readonly operations: mongo.Collection<OperationDocument>;
  readonly users: mongo.Collection<UserDocument>;
  readonly ledgers: mongo.Collection<LedgerDocument>;
  readonly usage: mongo.Collection<UsageDocument>;
  readonly claims: mongo.Collection<ClaimDocument>;
  readonly sessions: mongo.Collection<SessionDocument>;
  readonly codes: mongo.Collection<CodeDocument>;
  readonly tokens: mongo.Collection<TokenDocument>;
  readonly leases: mongo.Collection<LeaseDocument>;
  readonly analysis: mongo.Collection<AnalysisDocument>;
  readonly history: mongo.Collection<HistoryDocument>;
  readonly models: mongo.Collection<KeptModelsDocument>;
  readonly removals: mongo.Collection<RemovalDocument>;
  readonly events: mongo.Collection<WaitingEventDocument>;
  readonly webhooks: mongo.Collection<WebhookDocument>;
  readonly deliveries: mongo.Collection<DeliveryDocument>;
}

export function databaseOf(connection: Connection): mongo.Db {
  return connection.getClient().db(connection.name);
}

/** The server gives each command up after `maxTimeMs`. Omit it only for commands that read whole collections. */
export function collectionsOf(connection: Connection, maxTimeMs?: number): Collections {
  const database = databaseOf(connection);
  const collection = <T extends mongo.Document>(name: CollectionName): mongo.Collection<T> => {
    const whole = database.collection<T>(name);
    return maxTimeMs === undefined ? whole : limitTime(whole, maxTimeMs);
  };
  return {
    notes: collection("notes"),
    revisions: collection("revisions"),
    links: collection("links"),
    pastlinks: collection("pastlinks"),
    looks: collection("looks"),
    stances: collection("stances"),
    operations: collection("operations"),
    users: collection("users"),
    ledgers: collection("ledgers"),
    usage: collection("usage"),
    claims: collection("claims"),
    sessions: collection("sessions"),
    codes: collection("codes"),
    tokens: collection("tokens"),
    leases: collection("leases"),
    analysis: collection("analysis"),
    history: collection("history"),
    models: collection("models"),
    removals: collection("removals"),
    events: collection("events"),
    webhooks: collection("webhooks"),
    deliveries: collection("deliveries"),
  };
}
