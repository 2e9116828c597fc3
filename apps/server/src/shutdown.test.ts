import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aNoteBody, apiOf, eventually, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

const REQUESTS = 32;

/** Begins a create: sends its head and half of its body. */
async function beginCreate(url: string, token: string, title: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  const closeEvent = once(socket, "close");
  const body = JSON.stringify(aNoteBody(title));
  const head = ["POST /api/workspace/notes HTTP/1.1", `Host: ${hostname}:${port}`, `Authorization: Bearer ${token}`];
  head.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`, "", "");
  socket.write(head.join("\r\n") + body.slice(0, 20));
  return {
    async finish() {
      socket.write(body.slice(20));
      await closeEvent;
      return answer.split("\r\n")[0];
    },
  };
}

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "on %s answers running requests, ends streams, and exits with 0",
  async (signal) => {
    await using server = await startServerProcess();
    const token = await server.token("github:1");
    const stream = await fetch(`${server.url}/api/activity/stream?token=${token}`);
    const requests = await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => beginCreate(server.url, token, `Note ${index}`)),
    );
    // After this answer the server has read all requests above, too.
    await (
      await apiOf(server, "github:1")
    )("GET", "/api/quota");

    const exit = server.kill(signal);
    await eventually(() => expect(server.output()).toContain("stopping"));
    await eventually(() => expect(fetch(`${server.url}/health`)).rejects.toThrow("fetch failed"));
    expect(await stream.text()).toContain("event: connected");
    const answers = await Promise.all(requests.map((request) => request.finish()));
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 201 Created"]));
    expect(await exit).toEqual({ code: 0, signal: null });

    await server.restart();
    const { body } = await (await apiOf(server, "github:1"))("GET", "/api/graph/notes");
    expect(body.notes).toHaveLength(REQUESTS);
  },
);

it("treats a repeated signal as one", async () => {
  await using server = await startServerProcess();
  const request = await beginCreate(server.url, await server.token("github:1"), "Under way");
  await (
    await apiOf(server, "github:1")
  )("GET", "/api/quota");
  const exit = server.kill("SIGINT");
  void server.kill("SIGINT");
  void server.kill("SIGTERM");
  await eventually(() => expect(server.output()).toContain("stopping"));
  expect(await request.finish()).toBe("HTTP/1.1 201 Created");
  expect(await exit).toEqual({ code: 0, signal: null });
});

it("exits when its launcher is gone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "knote-orphan-"));
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = fork(main, {
    cwd: folder,
    env: { PORT: "0", DATA_DIR: join(folder, "data") },
    silent: true,
    execArgv: [],
  });
  try {
    let output = "";
    child.stdout!.on("data", (chunk) => (output += String(chunk)));
    await eventually(() => expect(output).toContain("is running at"));
    const exit = once(child, "exit");
    child.disconnect();
    expect(await exit).toEqual([0, null]);
    expect(output).toContain("disconnect");
  } finally {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
});
