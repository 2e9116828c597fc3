import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { mongo } from "mongoose";

/** What went over the wire, without the drivers' own commands. */
export interface Traffic {
  readonly commands: number;
  readonly documentsRead: number;
  readonly documentsWritten: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export interface WireMeter extends AsyncDisposable {
  /** The server's address through this proxy. */
  readonly url: string;
  /** Returns the traffic so far. */
  traffic(): Traffic;
}

export interface Message {
  readonly id: number;
  readonly answers: number;
  readonly size: number;
  readonly body: mongo.Document;
  readonly bytes: Buffer;
}

export const OP_MSG = 2013;
const HEADER = 16;
/** Commands to connect, sign in and monitor the server. */
const OF_THE_DRIVER = /^(hello|ismaster|ping|buildinfo|endsessions|sasl\w+|authenticate)$/i;

/** Starts a MongoDB proxy that counts commands and answers: drivers report commands, but not bytes. */
export async function startWireMeter(target: string): Promise<WireMeter> {
  const address = new URL(target);
  const sockets = new Set<Socket>();
  const total = { commands: 0, documentsRead: 0, documentsWritten: 0, bytesSent: 0, bytesReceived: 0 };

  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname);
    const commandIds = new Set<number>();
    pass(near, far, ({ id, size, body }) => {
      const [command] = Object.keys(body);
      if (command === undefined || OF_THE_DRIVER.test(command)) return;
      commandIds.add(id);
      total.commands++;
      total.bytesSent += size;
    });
    pass(far, near, ({ answers, size, body }) => {
      if (!commandIds.delete(answers)) return;
      total.bytesReceived += size;
      total.documentsRead += documentsIn(body);
      total.documentsWritten += writtenBy(body);
    });
  });

  function pass(from: Socket, to: Socket, tell: (message: Message) => void): void {
    const read = createMessageReader(tell);
    sockets.add(from);
    from.on("data", (data) => {
      read(data);
      to.write(data);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: target.replace(address.host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    traffic: () => ({ ...total }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Calls `tell` with each whole message of a stream; the body is empty unless it is a command or an answer. */
export function createMessageReader(tell: (message: Message) => void): (data: Buffer) => void {
  let waiting = Buffer.alloc(0);
  return (data) => {
    waiting = Buffer.concat([waiting, data]);
    while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
      const size = waiting.readInt32LE(0);
      const message = waiting.subarray(0, size);
      waiting = waiting.subarray(size);
      const isMessage = message.readInt32LE(12) === OP_MSG;
      const ids = { id: message.readInt32LE(4), answers: message.readInt32LE(8) };
      tell({ ...ids, size, body: isMessage ? bodyOf(message) : {}, bytes: message });
    }
  };
}

/** Returns the command or answer, skipping document sequences, such as those of an insert. */
function bodyOf(message: Buffer): mongo.Document {
  let place = HEADER + 4;
  while (message[place] === 1) place += 1 + message.readInt32LE(place + 1);
  const start = place + 1;
  return mongo.BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)));
}

function documentsIn({ cursor, value }: mongo.Document): number {
  if (value) return 1;
  return cursor?.firstBatch?.length ?? cursor?.nextBatch?.length ?? 0;
}

/** Returns how many documents a write changed: only answers to writes have `n`, and updates have `nModified` too. */
function writtenBy({ n = 0, nModified, upserted, lastErrorObject }: mongo.Document): number {
  if (lastErrorObject) return Number(lastErrorObject.n);
  return nModified === undefined ? Number(n) : Number(nModified) + (upserted?.length ?? 0);
}
