import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "@knote/testkit";
import { expect, it } from "vitest";
import { CLIENT_ID, clientDocument, startConnectors } from "../testing/start-connectors.ts";

const CONFORMANCE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

it("keeps to the protocol in all that the official conformance suite asks of an authorization server", async () => {
  await using app = await startConnectors();
  const browser = await app.owner();
  const port = await freePort();
  app.documents.set(CLIENT_ID, clientDocument({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }));
  /** Does what the suite asks a person to do: opens the address, consents, and follows the way back. */
  async function consent(address: string): Promise<void> {
    const { pathname, search } = new URL(address);
    const { location } = await browser.send(`GET ${pathname}${search}`);
    const request = new URL(location!, app.url).searchParams.get("request");
    await fetch((await app.decide(browser, { request })).body.redirect_to);
  }
  const args = [
    "authorization",
    "--url",
    app.url,
    "--client-id",
    CLIENT_ID,
    "--resource",
    app.resource,
    "--port",
    port,
  ];
  const suite = spawn(process.execPath, [CONFORMANCE, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ends = once(suite, "close");
  const lines: string[] = [];
  for await (const line of createInterface(suite.stdout)) {
    lines.push(line);
    if (line.startsWith("Callback server started"))
      await consent(lines.find((one) => one.includes("/oauth/authorize?"))!);
  }
  const [code] = await ends;
  expect({ code, summary: lines.slice(lines.indexOf("=== SUMMARY ===") + 1).filter(Boolean) }).toEqual({
    code: 0,
    summary: [
      "✓ authorization-server-metadata-endpoint: 2 passed, 0 failed",
      "✓ authorization-code-grant: 1 passed, 0 failed",
      "Total: 3 passed, 0 failed",
    ],
  });
});
