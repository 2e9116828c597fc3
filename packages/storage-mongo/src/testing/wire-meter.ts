import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { mongo } from "mongoose";

/** What went over the wire, without what drivers do on their own account. */
export interface Traffic {
  readonly commands: number;
  readonly documentsRead: number;
  readonly documentsWritten: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export interface WireMeter extends AsyncDisposable {
  /** The server's address by this way. */
  readonly url: string;
  /** All so far. */
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
/** Connecting, signing in and watching whether the server is there. */
const OF_THE_DRIVER = /^(hello|ismaster|ping|buildinfo|endsessions|sasl\w+|authenticate)$/i;

/** A way to a MongoDB server that counts what is asked and answered: drivers tell commands, but not bytes. */
export async function startWireMeter(target: string): Promise<WireMeter> {
  const address = new URL(target);
  const sockets = new Set<Socket>();
  const total = { commands: 0, documentsRead: 0, documentsWritten: 0, bytesSent: 0, bytesReceived: 0 };

  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname);
    const asked = new Set<number>();
    pass(near, far, ({ id, size, body }) => {
      const [command] = Object.keys(body);
      if (command === undefined || OF_THE_DRIVER.test(command)) return;
      asked.add(id);
      total.commands++;
      total.bytesSent += size;
    });
    pass(far, near, ({ answers, size, body }) => {
      if (!asked.delete(answers)) return;
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

/** Tells of each whole message of a stream; of those that are no commands and answers the body is empty. */
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

/** The command or the answer; documents that stand apart from it, as those of an insert do, are passed over. */
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

/** Answers to writes alone have a number; an update says apart how many documents it changed. */
function writtenBy({ n = 0, nModified, upserted, lastErrorObject }: mongo.Document): number {
  if (lastErrorObject) return Number(lastErrorObject.n);
  return nModified === undefined ? Number(n) : Number(nModified) + (upserted?.length ?? 0);
}
