import { execFileSync, spawnSync } from "node:child_process";
import { unsignedBody } from "@knote/api";
import { anyMessage } from "@knote/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";

const RUNS = Number(process.env["KNOTE_WEBHOOK_BODIES"] ?? 200);
const REWRITE = `import json, sys
for body in json.load(sys.stdin):
    print(json.dumps(json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False)))`;

it.runIf(spawnSync("python3", ["--version"]).status === 0)("a documented body is what Python writes, too", () => {
  const bodies = fc.sample(anyMessage, RUNS).map((message) => unsignedBody(message, "documented"));
  const lines = execFileSync("python3", ["-c", REWRITE], { input: JSON.stringify(bodies), encoding: "utf8" });
  const rewritten = lines.trim().split("\n");
  expect(rewritten.map((line) => JSON.parse(line) as unknown)).toEqual(bodies);
});
