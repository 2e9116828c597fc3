import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";
import { signAttempt } from "./sign.ts";
import { anAttempt, SECRET, UNSIGNED_BODY } from "./testing/an-attempt.ts";
import { NODE_RECEIVER, PYTHON_RECEIVER } from "./testing/receivers.ts";

const EARLIER = "an earlier secret";
const NOW = 1_772_366_400_000;

it("signs the published example", () => {
  const { headers, body } = signAttempt(anAttempt(), NOW, "1.2.3");
  expect(Buffer.byteLength(UNSIGNED_BODY)).toBe(178);
  expect(String(body)).toBe(
    `${UNSIGNED_BODY.slice(0, -1)},"signature":"sha256=e5a0aaf249f259180cbeda26c404d8d257010d57c63cea0818b02c04cac7966d"}`,
  );
  expect(body).toHaveLength(264);
  expect(headers).toEqual({
    "Content-Type": "application/json",
    "User-Agent": "Knote-Webhooks/1.2.3",
    "webhook-id": "msg_0195cf6a7c00700080000000000000aa",
    "webhook-timestamp": "1772366400",
    "webhook-signature": "v1,vbb2vQoIPmgUKfC9LN7rX2Du6hMYs/VMNhbqAwwE5ro=",
    "X-Knote-Event": "note.created",
    "X-Knote-Attempt": "1",
  });
});

it("signs later attempts with their own time and number, and tests with a mark", () => {
  const { headers, body } = signAttempt(anAttempt({ number: 3, isTest: true }), NOW + 1_999, "1.2.3");
  expect(headers).toMatchObject({ "webhook-timestamp": "1772366401", "X-Knote-Attempt": "3", "X-Knote-Test": "true" });
  expect(body).toEqual(signAttempt(anAttempt(), NOW, "1.2.3").body);
  expect(headers["webhook-signature"]).not.toBe(signAttempt(anAttempt(), NOW, "1.2.3").headers["webhook-signature"]);
});

const word = fc.string({ unit: "binary", maxLength: 20 });
const bodies = fc
  .record({ event: word, data: fc.record({ id: fc.option(word), title: word }) })
  .map((value) => JSON.stringify(value));
const secrets = fc.oneof(
  fc.uint8Array({ minLength: 24, maxLength: 64 }).map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`),
  fc.stringMatching(/^[\x21-\x7e]{8,256}$/).filter((text) => !text.startsWith("whsec_")),
);

it.each([
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
])("is verified by %s, whatever body and secret", (_, Webhook) => {
  fc.assert(
    fc.property(bodies, secrets, secrets, (unsignedBody, current, previous) => {
      const message = { ...anAttempt().message, unsignedBody };
      const { headers, body } = signAttempt(
        anAttempt({ message, secrets: { current, previous: previous === current ? null : previous } }),
        Date.now(),
        "1.2.3",
      );
      const verify = (secret: string, text: string) =>
        new Webhook(secret, secret.startsWith("whsec_") ? undefined : { format: "raw" }).verify(text, headers);
      for (const secret of [current, previous]) expect(() => verify(secret, String(body))).not.toThrow();
      expect(() => verify(current, `${String(body)} `)).toThrow("No matching signature found");
      expect(() => verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", String(body))).toThrow();
    }),
    { numRuns: 100 },
  );
});

it("has a body that anybody can take apart and write anew with the same bytes", () => {
  fc.assert(
    fc.property(bodies, secrets, (unsignedBody, current) => {
      const message = { ...anAttempt().message, unsignedBody };
      const { body } = signAttempt(anAttempt({ message, secrets: { current, previous: null } }), NOW, "1.2.3");
      const { signature, ...rest } = JSON.parse(String(body));
      expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
      expect(JSON.stringify(rest)).toBe(unsignedBody);
    }),
  );
});

describe("while a secret is being rotated", () => {
  const { headers, body } = signAttempt(anAttempt({ secrets: { current: SECRET, previous: EARLIER } }), NOW, "1");

  it("headers carry both signatures, the new one first", () => {
    const [first, second, ...others] = headers["webhook-signature"]!.split(" ");
    const onlyEarlier = signAttempt(anAttempt({ secrets: { current: EARLIER, previous: null } }), NOW, "1");
    expect(second).toBe(onlyEarlier.headers["webhook-signature"]);
    expect(first).toMatch(/^v1,/);
    expect(first).not.toBe(second);
    expect(others).toEqual([]);
  });

  it("the body has the earlier secret's", () => {
    expect(runNode(body, EARLIER)).toBe("true");
    expect(runNode(body, SECRET)).toBe("false");
  });
});

describe("a receiver of five lines", () => {
  const { body } = signAttempt(anAttempt(), NOW, "1.2.3");
  const forgery = Buffer.from(String(body).replace("beats", "beets"));

  it("verifies the body in Node", () => {
    expect(runNode(body, SECRET)).toBe("true");
    expect(runNode(forgery, SECRET)).toBe("false");
    expect(runNode(body, `${SECRET}x`)).toBe("false");
  });

  it.runIf(spawnSync("python3", ["--version"]).status === 0)("verifies the body in Python", () => {
    const run = (raw: Buffer, secret: string) =>
      execFileSync(
        "python3",
        [
          "-c",
          `import sys\nraw = sys.stdin.buffer.read()\nsecret = sys.argv[1]${PYTHON_RECEIVER}print(is_ours)`,
          secret,
        ],
        { input: raw, encoding: "utf8" },
      ).trim();
    expect(run(body, SECRET)).toBe("True");
    expect(run(forgery, SECRET)).toBe("False");
  });
});

function runNode(raw: Buffer, secret: string): string {
  const code = `import { readFileSync } from "node:fs";
    const raw = readFileSync(0), secret = process.argv[1];${NODE_RECEIVER}console.log(isOurs);`;
  const args = ["--input-type=module", "--eval", code, secret];
  return execFileSync(process.execPath, args, { input: raw, encoding: "utf8" }).trim();
}
