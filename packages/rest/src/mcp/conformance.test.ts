import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

const CONFORMANCE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** The scenarios that need no tools, prompts or resources of their own; the others test the SDK. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
  ],
  "2025-11-25": ["server-initialize", "ping"],
};

/** Checks that fail, with the reason. A check that passes must not stand here. */
const BASELINE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "server-stateless": {
    "sep-2575-server-rejects-undeclared-capability": "asks for the tool test_missing_capability",
    "sep-2575-missing-capability-http-400": "asks for the tool test_missing_capability",
    "sep-2575-http-server-no-independent-requests-on-stream": "asks for the tool test_streaming_elicitation",
    "sep-2575-server-no-log-without-loglevel": "asks for the tool test_logging_tool",
    "sep-2575-server-sends-subscription-ack": "there are no subscriptions: they would tell whoever guesses an id",
    "sep-2575-server-tags-subscription-id": "there are no subscriptions",
  },
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

it("keeps to the protocol in all that the official conformance suite can check", async () => {
  await using app = await startApp({ allowedHosts: ["127.0.0.1", "localhost"] });
  await using proxy = await startProxy(app, await app.token("ada"));
  await using folder = await tempFolder();
  const runs = Object.entries(SCENARIOS).flatMap(([version, names]) => names.map((name) => ({ version, name })));
  const failures: Record<string, Record<string, string>> = {};
  let successes = 0;
  await Promise.all(
    [0, 1].map(async (lane) => {
      for (const [place, { version, name }] of runs.entries()) {
        if (place % 2 !== lane) continue;
        const checks = await runScenario(folder.path, proxy.url, name, version);
        expect(checks.length, name).toBeGreaterThan(0);
        successes += checks.filter(({ status }) => status === "SUCCESS").length;
        const wrong = checks.filter(({ status }) => status === "FAILURE");
        if (wrong.length > 0) failures[name] = Object.fromEntries(wrong.map((one) => [one.id, one.errorMessage ?? ""]));
      }
    }),
  );
  const idsOf = (table: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.fromEntries(Object.entries(table).map(([name, checks]) => [name, Object.keys(checks).toSorted()]));
  expect(idsOf(failures), JSON.stringify(failures, null, 1)).toEqual(idsOf(BASELINE));
  expect(successes).toBeGreaterThan(50);
});

async function runScenario(folder: string, url: string, name: string, version: string): Promise<Check[]> {
  const output = await mkdtemp(join(folder, "run-"));
  const args = ["server", "--url", url, "--scenario", name, "--spec-version", version, "--output-dir", output];
  // It ends with 1 when a check fails; the checks themselves are compared.
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [CONFORMANCE, ...args], { cwd: output }, () => resolve());
  });
  const files = await readdir(output, { recursive: true });
  const file = files.find((one) => one.endsWith("checks.json"));
  if (file === undefined) throw new Error(`The scenario ${name} wrote no checks.`);
  return JSON.parse(await readFile(join(output, file), "utf8"));
}

/** Starts a proxy that adds the token, which the suite does not send, and leaves the rest as it came. */
async function startProxy(app: TestApp, token: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(app.url);
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.once("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), "knote-conformance-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, maxRetries: 5 }) };
}
