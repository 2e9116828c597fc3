import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

/** Https on this machine: the public address of a server, and the host of an application's document. */
export async function openHttps(documentOf: (url: string) => object) {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), "knote-https-"));
  const certificateFile = join(folder, "certificate.pem");
  await writeFile(certificateFile, cert);
  let target = "";
  const front = createServer({ cert, key }, (request, response) => {
    const { method, url, headers } = request;
    const onward = httpRequest(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const url = `https://localhost:${await listen(front)}`;
  const host = createServer({ cert, key }, (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(documentOf(clientId)));
  });
  const hostPort = await listen(host);
  const clientId = `https://localhost:${hostPort}/client.json`;
  return {
    url,
    clientId,
    certificateFile,
    /** Hands requests on to this server. */
    forwardTo: (address: string) => void (target = address),
    async [Symbol.asyncDispose]() {
      for (const server of [front, host]) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true });
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "localhost");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
