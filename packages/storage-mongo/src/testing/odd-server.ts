import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { mongo } from "mongoose";
import { createMessageReader, OP_MSG, type Message } from "./wire-meter.ts";

const HEADER = 16;

/** Returns what to send instead of the server's answer, null for that answer. `bytes`: the whole command, as sent. */
export type Answer = (command: mongo.Document, bytes: Buffer) => Promise<mongo.Document | null>;

export interface OddServer extends AsyncDisposable {
  /** The server's address through this proxy. */
  readonly url: string;
}

/** Starts a MongoDB proxy that answers some commands differently: late, or with errors of other servers. */
export async function startOddServer(target: string, answer: Answer): Promise<OddServer> {
  const address = new URL(target);
  const sockets = new Set<Socket>();

  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname);
    let before = Promise.resolve();
    const handle = async ({ id, body, bytes }: Message) => {
      const instead = Object.keys(body).length > 0 ? await answer(body, bytes) : null;
      if (instead) near.write(reply(id, instead));
      else far.write(bytes);
    };
    const read = createMessageReader((message) => {
      before = before.then(() => handle(message));
    });
    near.on("data", read);
    far.on("data", (data) => near.write(data));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => void (sockets.delete(one), other.destroy()));
    }
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: target.replace(address.host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns an error as a server sends it. */
export function refusal(code: number, errmsg: string): mongo.Document {
  return { ok: 0, code, errmsg, codeName: `Code${code}` };
}

function reply(to: number, body: mongo.Document): Buffer {
  const document = mongo.BSON.serialize(body);
  const head = Buffer.alloc(HEADER + 5);
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, document]);
}
