import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isServed } from "@knote/storage-sqlite";
import { eventually } from "@knote/testkit";
import { type McpTestClient, startMcp } from "@knote/testkit/mcp";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";

const KNOTE = fileURLToPath(new URL("../main.ts", import.meta.url));
const run = promisify(execFile);

async function startAgent(folder: string, port: number, ...options: string[]): Promise<McpTestClient> {
  const env = { DATA_DIR: join(folder, "data"), PORT: String(port) };
  return await startMcp("2.4.0, 2026-07-28", { command: process.execPath, args: [KNOTE, "mcp", ...options], env });
}

async function titles(agent: McpTestClient): Promise<string[]> {
  const { structuredContent, content } = await agent.callTool("list_notes");
  expect(structuredContent, content[0]?.text).toBeDefined();
  return structuredContent.notes.map(({ title }: { title: string }) => title);
}

/** Returns the processes that serve the folder: children of this process's children. */
async function serversBelow(pid: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)!);
  const childrenOf = (parent: number) => rows.filter(([, , ppid]) => Number(ppid) === parent);
  return childrenOf(pid)
    .flatMap(([, child]) => childrenOf(Number(child)))
    .filter(([, , , args]) => args!.includes("server/src/main.ts"))
    .map(([, server]) => Number(server));
}

it("starts a server where there is none, shares it, and outlives it", async () => {
  await using folder = await tempFolder();
  const dataDir = join(folder.path, "data");
  // Another program has the port.
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  try {
    const first = await startAgent(folder.path, port);
    const note = { title: "Owls see at night", content: "They hunt then.", note_type: "fact" };
    expect((await first.callTool("create_note", note)).isError).toBeUndefined();
    const second = await startAgent(folder.path, port, "--read-only");
    expect(await titles(second)).toEqual([note.title]);
    expect((await second.listTools()).tools).toHaveLength(6);
    expect((await second.callTool("create_note", note)).content[0]!.text).toMatch(/^This token may not write\./);
    const [server, ...more] = await serversBelow(process.pid);
    expect(more).toEqual([]);

    // Between two calls the server dies; whoever calls first starts the next one.
    process.kill(server!, "SIGKILL");
    expect(await Promise.all([titles(first), titles(second)])).toEqual([[note.title], [note.title]]);
    expect(await serversBelow(process.pid)).toHaveLength(1);

    // Whoever started the server takes it along; another takes over with its next call.
    await first[Symbol.asyncDispose]();
    expect(await titles(second)).toEqual([note.title]);
    expect(second.complaints).toEqual([]);
    expect(isServed({ dataDir })).toBe(true);
    await second[Symbol.asyncDispose]();
    await eventually(() => expect(isServed({ dataDir })).toBe(false));
    expect(await serversBelow(process.pid)).toEqual([]);
  } finally {
    other.close();
  }
});

describe("knote mcp refuses in a sentence, on stderr alone,", () => {
  it.each([
    ["a server elsewhere without a token", ["--url", "https://notes.example.com"], {}, /^Set KNOTE_TOKEN/],
    ["an address that is none", [], { KNOTE_URL: "notes.example.com", KNOTE_TOKEN: "t" }, /must begin with http/],
    ["another protocol", ["--url", "file:///etc"], { KNOTE_TOKEN: "t" }, /must begin with http/],
    ["a token that it cannot narrow", ["--read-only"], { KNOTE_TOKEN: "t" }, /^--read-only does not narrow/],
    [
      "a cluster without an address",
      [],
      { MONGODB_URL: "mongodb://127.0.0.1:1/x", QDRANT_URL: "http://127.0.0.1:1", JWT_SECRET: "x".repeat(32) },
      /^The data is in MongoDB, not in a folder: give the address of a server with --url/,
    ],
  ] as const)("%s", async (_, options, env, sentence) => {
    await using folder = await tempFolder();
    const outcome = await folder.knote(["mcp", ...options], env);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(sentence);
  });
});
