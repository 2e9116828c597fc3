import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { WebhookAttempt } from "@knote/api";
import { createWebhookTransport } from "@knote/outbound";
import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const DOCUMENT = new URL("../../../docs/webhooks.md", import.meta.url);
const WHSEC = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Returns the receiver of a language as the documentation has it. */
async function textOf(language: "js" | "python"): Promise<string> {
  const blocks = (await readFile(DOCUMENT, "utf8")).matchAll(/^```(\w+) receiver\n(.*?)^```/gms);
  return [...blocks].find(([, name]) => name === language)![2]!;
}

/** Runs a documented receiver as its reader would: saved as a file, with its secret in the environment. */
async function run(language: "js" | "python", secret: string) {
  const folder = await mkdtemp(join(tmpdir(), "knote-receiver-"));
  const file = join(folder, language === "js" ? "receiver.mjs" : "receiver.py");
  await writeFile(file, await textOf(language));
  const port = await freePort();
  const env = { PATH: process.env["PATH"], PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(language === "js" ? process.execPath : "python3", [file], { env });
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  const url = `http://localhost:${port}/`;
  await eventually(() => fetch(url, { method: "POST", body: "{}" }));
  return {
    url,
    lines,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

function openTransport(now: () => number = Date.now) {
  return createWebhookTransport({ allow: [{ kind: "name", name: "localhost", port: null }], version: "1.0.0", now });
}

const attempt = (url: string, current: string, fields: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  webhookId: "w",
  url,
  message: {
    id: "msg_1",
    event: "note.created",
    unsignedBody: '{"event":"note.created","timestamp":"2026-03-01T12:00:00.000Z","data":{"title":"Owls—🦉"}}',
  },
  secrets: { current, previous: null },
  number: 1,
  isTest: false,
  ...fields,
});

describe.each(["js", ...(hasPython ? (["python"] as const) : [])] as const)("the receiver in %s", (language) => {
  it.each([WHSEC, "a-secret-of-your-own"])(
    "takes what Knote signed with %s, once, and nothing else",
    async (secret) => {
      await using receiver = await run(language, secret);
      const send = async (signer: string, fields: Partial<WebhookAttempt> = {}, now = Date.now) => {
        const transport = openTransport(now);
        const { status } = await transport.send(attempt(receiver.url, signer, fields));
        transport.close();
        return status;
      };
      const message = { ...attempt("", "").message, id: "msg_2" };
      const rotation = { secrets: { current: "another-secret", previous: secret }, message };
      expect([await send(secret), await send(secret), await send(secret, rotation)]).toEqual([204, 204, 204]);
      await eventually(() => expect(receiver.lines).toEqual(["note.created", "note.created"]));
      const early = () => Date.now() - 6 * 60_000;
      const late = () => Date.now() + 6 * 60_000;
      const refusals = [await send("another-secret"), await send(secret, {}, early), await send(secret, {}, late)];
      expect(refusals).toEqual([400, 400, 400]);
      expect((await fetch(receiver.url, { method: "POST", body: "{}" })).status).toBe(400);
      expect(receiver.lines).toHaveLength(2);
    },
  );
});
