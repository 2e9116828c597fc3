import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createRequestLog, logOptions } from "./create-logger.ts";

function setUp() {
  const output = new PassThrough();
  const log = pino(logOptions("info"), output);
  return { log, line: () => JSON.parse(String(output.read())) as object };
}

it("hides fields with a secret's name, at any depth", () => {
  const { log, line } = setUp();
  log.info({ token: "t1", user: { cookie: "c1" }, err: { cause: { query: "q1" } }, status: 200 }, "sent");
  expect(line()).toMatchObject({
    token: "[hidden]",
    user: { cookie: "[hidden]" },
    err: { cause: { query: "[hidden]" } },
    status: 200,
  });
});

it("hides personal tokens and those of grants wherever they stand", () => {
  const { log, line } = setUp();
  const random = "EXAMPLEexampleEXAMPLEexample002hf6JF";
  const texts = ["pat", "oat", "ort"].map((prefix) => `knote_${prefix}_${random}`);
  log.warn({ err: new Error(`refused ${texts[0]}.`), list: [{ deep: texts[1] }] }, `"${texts[2]}", knote_pat_short`);
  const text = JSON.stringify(line());
  expect(text).not.toContain("EXAMPLEexample");
  expect(text).toContain("refused [hidden].");
  expect(text).toContain("knote_pat_short");
});

it("does not search request lines for secrets, as they have none", () => {
  const { log, line } = setUp();
  createRequestLog(log).info({ status: 200, token: "a field that no request line has" }, "request");
  expect(line()).toMatchObject({ status: 200, token: "a field that no request line has", msg: "request" });
});
