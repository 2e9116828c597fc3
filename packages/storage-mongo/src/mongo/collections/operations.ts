import type { StoredOperation } from "@knote/api";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** The entry of a merge or split in the journal. */
export interface OperationDocument {
  /** Owner and id. */
  _id: string;
  userId: string;
  id: string;
  kind: StoredOperation["kind"];
  at: string;
  state: StoredOperation["state"];
  leaseUntil: number;
  noteIds: string[];
  partIds: string[];
  /** Both, so that a purge finds the entry by any of its notes. */
  allIds: string[];
  /** Both, while the operation is under way: an index lets no two entries of an owner share an id here. */
  busyIds?: string[];
  moved: number;
  plan: string;
}

export const operationSchema = new Schema<OperationDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    id: String,
    kind: String,
    at: String,
    state: String,
    leaseUntil: Number,
    noteIds: [String],
    partIds: [String],
    allIds: [String],
    busyIds: { type: [String], default: undefined },
    moved: Number,
    plan: String,
  },
  PLAIN,
);

operationSchema.index({ userId: 1, at: -1, id: -1 }, { name: "operations_by_time" });
operationSchema.index({ userId: 1, allIds: 1 }, { name: "operations_by_note" });
operationSchema.index(
  { userId: 1, busyIds: 1 },
  { name: "operations_busy", unique: true, partialFilterExpression: { busyIds: { $exists: true } } },
);
operationSchema.index({ leaseUntil: 1 }, { name: "operations_under_way" });
operationSchema.index({ at: 1 }, { name: "operations_by_age" });
