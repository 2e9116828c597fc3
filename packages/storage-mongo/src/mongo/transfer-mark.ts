import type { Connection, mongo } from "mongoose";
import { conflict, type TransferMark } from "@knote/api";

interface MarkDocument extends TransferMark {
  readonly _id: string;
}

const MARK = "mark";

/** Reads the mark of a transfer into this database; null when none is under way. */
export async function transferMark(connection: Connection): Promise<TransferMark | null> {
  const mark = await marks(connection).findOne({ _id: MARK });
  return mark && { source: mark.source, done: mark.done };
}

export async function setTransferMark(connection: Connection, mark: TransferMark | null): Promise<void> {
  if (mark) await marks(connection).replaceOne({ _id: MARK }, mark, { upsert: true });
  else await marks(connection).deleteOne({ _id: MARK });
}

/** CONFLICT while a transfer is incomplete: its data must not be served. */
export async function assertNoTransfer(connection: Connection): Promise<void> {
  const mark = await transferMark(connection);
  if (mark)
    throw conflict(
      `The data in the database ${connection.name} is not complete: finish its knote migrate from ${mark.source} first.`,
    );
}

/** The collection of the mark, which exists only during a transfer and is not one of `Collections`. */
function marks(connection: Connection): mongo.Collection<MarkDocument> {
  return connection.getClient().db(connection.name).collection("transfers");
}
