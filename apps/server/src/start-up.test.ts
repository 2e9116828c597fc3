import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, ServerNotStarted, startServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";

/** Returns the exit code and the output of a server that does not start. */
async function refusal(env: Record<string, string>): Promise<{ code: number | null | undefined; output: string }> {
  try {
    await using server = await startServerProcess({ env });
    return { code: undefined, output: server.output() };
  } catch (error) {
    if (!(error instanceof ServerNotStarted)) throw error;
    return { code: error.exit?.code, output: error.output };
  }
}

describe("a server that cannot start ends with 1 and says why", () => {
  it("names every wrong setting at once, and no secret", async () => {
    const { code, output } = await refusal({
      PORT: "eighty",
      LOG_LEVEL: "loud",
      JWT_SECRET: "hunter2",
      MONGODB_URL: "mongodb://me:pass@db",
    });
    expect(code).toBe(1);
    expect(output.split("\n")).toEqual([
      "Knote cannot start. 4 settings are wrong:",
      '  PORT must be a whole number from 0 to 65535, not "eighty".',
      "  JWT_SECRET has 7 bytes; 32 or more are needed.",
      expect.stringMatching(/^ {2}LOG_LEVEL must be one of .*, not "loud"\.$/),
      "  MONGODB_URL is set without QDRANT_URL.",
      "",
    ]);
  });

  it("in one sentence when another server has the data folder", async () => {
    await using first = await startServerProcess();
    const { code, output } = await refusal({ DATA_DIR: first.dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(/^Knote cannot start\. The data folder \S+ is in use by another Knote server\.\n$/);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  it("in one sentence when the port is taken, leaving the data folder free", async () => {
    await using first = await startServerProcess();
    const { port } = new URL(first.url);
    const { code, output } = await refusal({ PORT: port });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `Knote cannot start. Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT to another one.`,
    );
  });

  it("in one sentence when the data folder cannot be created", async () => {
    await using other = await startServerProcess();
    const file = join(other.dataDir, "a-file");
    await writeFile(file, "");
    const { code, output } = await refusal({ DATA_DIR: join(file, "data") });
    expect(code).toBe(1);
    expect(output).toMatch(/^Knote cannot start\. The data folder \S+ cannot be written to\.\n$/);
  });

  it.runIf(process.platform === "linux")("in one sentence when the data folder is read-only", async () => {
    const { code, output } = await refusal({ DATA_DIR: "/sys/knote" });
    expect(code).toBe(1);
    expect(output.trim()).toBe("Knote cannot start. The data folder /sys/knote cannot be written to.");
  });
});

it("warns when others can reach it without https", async () => {
  await using open = await startServerProcess({ env: { HOST: "0.0.0.0" } });
  await eventually(() => expect(open.output()).toContain("tokens travel unencrypted"));
  await using behindProxy = await startServerProcess({
    env: { HOST: "0.0.0.0", PUBLIC_URL: "https://notes.example.com" },
  });
  await fetch(`${behindProxy.url}/health`, { headers: { "X-Request-Id": "after-start-up" } });
  await eventually(() => expect(behindProxy.output()).toContain("after-start-up"));
  expect(behindProxy.output()).not.toContain("tokens travel unencrypted");
});

it("answers only to this machine's names and PUBLIC_URL on a loopback address", async () => {
  await using server = await startServerProcess({ env: { PUBLIC_URL: "https://notes.example.com" } });
  const { hostname, port } = new URL(server.url);
  const { get } = await import("node:http");
  const statusFor = (host: string) =>
    new Promise((resolve) =>
      get({ hostname, port, path: "/health", headers: { Host: host } }, (answer) =>
        resolve(answer.resume().statusCode),
      ),
    );
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor("notes.example.com")).toBe(200);
  expect(await statusFor("evil.example.com")).not.toBe(200);
});
