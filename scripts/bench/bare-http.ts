/** The floor: a bare node:http server that reads a body and answers with JSON of the requested size. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  const size = Number(new URL(request.url!, "http://bench").searchParams.get("size") ?? 2);
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify("x".repeat(Math.max(0, size - 2)));
    response
      .writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit(0));
