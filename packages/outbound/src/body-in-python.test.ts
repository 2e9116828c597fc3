import { execFileSync, spawnSync } from "node:child_process";
import { unsignedBody } from "@knote/api";
import fc from "fast-check";
import { expect, it } from "vitest";

const RUNS = Number(process.env["KNOTE_WEBHOOK_BODIES"] ?? 200);
const REWRITE = `import json, sys
for body in json.load(sys.stdin):
    print(json.dumps(json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False)))`;

const anyMessage = fc.record({
  event: fc.constantFrom("note.created", "recall.query"),
  timestamp: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  data: fc
    .record({
      id: fc.option(fc.uuid()),
      // What a title can have: well-formed Unicode with any control character but NUL.
      title: fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replaceAll("\0", "").toWellFormed()),
      note_type: fc.option(fc.constant("fact")),
    })
    .map((data) => JSON.stringify(data)),
  detail: fc.constant("{}"),
});

it.runIf(spawnSync("python3", ["--version"]).status === 0)("a documented body is what Python writes, too", () => {
  const bodies = fc.sample(anyMessage, RUNS).map((message) => unsignedBody(message, "documented"));
  const lines = execFileSync("python3", ["-c", REWRITE], { input: JSON.stringify(bodies), encoding: "utf8" });
  const rewritten = lines.trim().split("\n");
  expect(rewritten.map((line) => JSON.parse(line) as unknown)).toEqual(bodies);
});
