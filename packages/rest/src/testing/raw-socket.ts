import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Sends bytes that no HTTP client would, and returns everything received until the server hangs up. */
export async function rawExchange(base: string, bytes: string | Buffer): Promise<string> {
  const socket = await rawSocket(base);
  socket.write(bytes);
  return await readToEnd(socket);
}

export async function rawSocket(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {});
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
