import { createConnection, type Connection, type mongo } from "mongoose";

const CONNECT_MS = 5_000;
/** How long a call of a burst waits for a connection; longer means that the server is overloaded. */
const TURN_MS = 20_000;
/** The server's share of the time that we wait for an answer, so that it gives up before we do. */
const SHARE_OF_WORK = 0.8;
/** Longer than any of our commands takes: a connection that is silent for this long is broken. */
const SILENCE_MS = 30_000;
const MOST_CONNECTIONS = 50;
const NAMES_DATABASE = /^[a-z+]+:\/\/[^/?]+\/[^/?]+/;

export interface ConnectOptions {
  readonly url: string;
  /** Overrides the database in the URL; `knote` when neither names one. */
  readonly database?: string;
  /** Replaces the limits on waiting for a server, a connection and an answer: 5, 20 and 30 s. */
  readonly patienceMs?: number;
  /** For building indexes: an answer can take for ever. */
  readonly awaitsBuilds?: boolean;
  /** Receives every command before it is sent. */
  readonly onCommand?: (command: mongo.Document) => void;
}

/** Returns how long the server can work on one command. */
export function maxTimeOf({ patienceMs = SILENCE_MS }: Pick<ConnectOptions, "patienceMs">): number {
  return Math.round(patienceMs * SHARE_OF_WORK);
}

type Connecting = ConnectOptions & { readonly warn: (message: string, cause: unknown) => void };

/**
 * Opens a pool of connections. An acknowledged write is on the disks of a majority and is read from there, so it
 * survives the server that took it; the driver repeats reads and writes once when a server goes away. The same
 * settings work for a single server, which is its own majority.
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
    // `createIndexKeeper` builds the indexes. Commands fail instead of waiting for a lost connection.
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
  });
  let isMade = false;
  connection.on("error", (error) => isMade && warn("The connection to MongoDB failed; reconnecting.", error));
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
