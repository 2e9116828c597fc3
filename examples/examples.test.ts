import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

const run = promisify(execFile);

function example(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

it("runs the curl tour: the answer cites only the newer note", async () => {
  await using server = await startServerProcess();
  const { stdout } = await run("bash", [example("curl-tour.sh")], {
    env: { ...process.env, BASE_URL: server.url, TOKEN: await server.token("ada") },
  });
  expect(stdout).toContain('"state":"superseded"');
  const answer = stdout.split("\n").find((line) => line.startsWith('{"answer"'))!;
  expect(JSON.parse(answer).sources.map((source: { title: string }) => source.title)).toEqual([
    "Retrieval practice beats rereading",
  ]);
  expect(stdout).toContain('"total_links":1');
});

it("runs the typed client tour: both sides of the contradiction are shown", async () => {
  await using server = await startServerProcess();
  const { stdout } = await run(process.execPath, [example("typed-client.ts")], {
    env: { ...process.env, BASE_URL: server.url, TOKEN: await server.token("ada") },
  });
  expect(stdout).toContain("state: contested");
  expect(stdout).toContain("[1] ");
  expect(stdout).toContain("Coffee after three spoils my sleep");
  expect(stdout).toContain("Afternoon coffee does not change when I fall asleep");
});
