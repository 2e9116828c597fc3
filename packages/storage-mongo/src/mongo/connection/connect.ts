import { createConnection, type Connection, type mongo } from "mongoose";

const CONNECT_MS = 5_000;
/** A burst of calls waits for connections; beyond that it is too much for the server. */
const TURN_MS = 20_000;
/** Of the time that an answer is waited for, the server may work so much: it gives up before we do. */
const SHARE_OF_WORK = 0.8;
/** Longer than any command of ours takes; a connection that is silent for so long is broken. */
const SILENCE_MS = 30_000;
const MOST_CONNECTIONS = 50;
const NAMES_DATABASE = /^[a-z+]+:\/\/[^/?]+\/[^/?]+/;

export interface ConnectOptions {
  readonly url: string;
  /** Instead of the one in the URL; `knote` when neither names one. */
  readonly database?: string;
  /** How long a call waits for a server, for its turn and for an answer, where these are slow: instead of 5, 20 and 30 s. */
  readonly patienceMs?: number;
  /** For the making of indexes: an answer may take for ever. */
  readonly awaitsBuilds?: boolean;
  /** Told of every command before it is sent. */
  readonly onCommand?: (command: mongo.Document) => void;
}

/** How long the server works on one command. */
export function maxTimeOf({ patienceMs = SILENCE_MS }: Pick<ConnectOptions, "patienceMs">): number {
  return Math.round(patienceMs * SHARE_OF_WORK);
}

type Connecting = ConnectOptions & { readonly warn: (message: string, cause: unknown) => void };

/**
 * A pool of connections of its own. What is acknowledged is on the disks of a majority and is read back
 * from there, so it outlives the server that took it; the driver repeats reads and writes once when a
 * server goes away. A server that stands alone takes the same settings: there the majority is itself.
 */
export async function connect(options: Connecting): Promise<Connection> {
  const { url, database, patienceMs, awaitsBuilds = false, onCommand, warn } = options;
  const connection = createConnection(url, {
    ...(database === undefined && NAMES_DATABASE.test(url) ? {} : { dbName: database ?? "knote" }),
    monitorCommands: onCommand !== undefined,
    appName: "knote",
    writeConcern: { w: "majority", journal: true },
    readConcernLevel: "majority",
    readPreference: "primary",
    retryWrites: true,
    retryReads: true,
    maxPoolSize: awaitsBuilds ? 1 : MOST_CONNECTIONS,
    maxIdleTimeMS: 60_000,
    waitQueueTimeoutMS: patienceMs ?? TURN_MS,
    serverSelectionTimeoutMS: patienceMs ?? CONNECT_MS,
    connectTimeoutMS: patienceMs ?? CONNECT_MS,
    socketTimeoutMS: awaitsBuilds ? 0 : (patienceMs ?? SILENCE_MS),
    // Indexes are made by themselves (`indexes`); commands wait for no connection to come back.
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
  });
  let isMade = false;
  connection.on("error", (error) => isMade && warn("The connection to MongoDB failed; it is made again.", error));
  try {
    await connection.asPromise();
    isMade = true;
    if (onCommand) connection.getClient().on("commandStarted", ({ command }) => onCommand(command));
    return connection;
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}
