import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What is said of a name: addresses, each question one list further; an empty list for a name without any. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

const TYPES = { A: 1, AAAA: 28 } as const;
const NO_SUCH_NAME = 3;

/**
 * Opens a name server on this machine. Of a name, every question for IPv4 gets the next list of addresses, and the last
 * one again and again; questions for IPv6 get the IPv6 addresses of the same list. Questions for `silent` names get no
 * answer.
 */
export async function openNameServer(zone: Zone, silent: readonly string[] = []) {
  const socket = createSocket("udp4");
  const counts = new Map<string, number>();
  socket.on("message", (message, sender) => {
    const question = readQuestion(message);
    const key = `${question.name} ${question.type}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (silent.includes(question.name) || silent.includes(key)) return;
    const lists = zone[question.name];
    const list = lists?.[Math.min(count, lists.length - 1)] ?? null;
    socket.send(answerTo(message, question, list), sender.port, sender.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** How often the IPv4 addresses of a name were asked for. */
    questions: (name: string) => counts.get(`${name} A`) ?? 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

interface Question {
  readonly name: string;
  readonly type: "A" | "AAAA" | "other";
  readonly end: number;
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  while (message[at] !== 0) {
    const length = message[at]!;
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  return {
    name: labels.join(".").toLowerCase(),
    type: code === TYPES.A ? "A" : code === TYPES.AAAA ? "AAAA" : "other",
    end: at + 5,
  };
}

function answerTo(message: Buffer, { type, end }: Question, list: readonly string[] | null): Buffer {
  const isWanted = (address: string) =>
    type === "AAAA" ? address.includes(":") : type === "A" && !address.includes(":");
  const records = (list ?? []).filter(isWanted).map((address) => record(address));
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (list === null ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, message.subarray(12, end), ...records]);
}

/** Returns a record that points back at the name of the question. */
function record(address: string): Buffer {
  const bytes = address.includes(":") ? bytesOfIPv6(address) : Buffer.from(address.split(".").map(Number));
  const head = Buffer.from([0xc0, 0x0c, 0, address.includes(":") ? TYPES.AAAA : TYPES.A, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** Reads an address of eight groups, without `::`. */
function bytesOfIPv6(address: string): Buffer {
  return Buffer.from(
    address
      .split(":")
      .map((group) => group.padStart(4, "0"))
      .join(""),
    "hex",
  );
}
