import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const OWNER = { userId: "github:1", webhookId: "w1" };
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const key = randomBytes(32).toString("hex");
const box = createSecretBox([key]);

it("opens what it sealed, and shows nothing of it", () => {
  const text = box.seal(SECRET, OWNER);
  expect(box.open(text, OWNER)).toBe(SECRET);
  expect(Buffer.from(text, "base64url").toString("latin1")).not.toContain(SECRET.slice(6));
  expect(text).not.toContain(key);
});

it("seals the same secret differently each time", () => {
  expect(box.seal(SECRET, OWNER)).not.toBe(box.seal(SECRET, OWNER));
});

it("opens for its owner alone", () => {
  const text = box.seal(SECRET, OWNER);
  expect(box.open(text, { ...OWNER, userId: "github:2" })).toBeNull();
  expect(box.open(text, { ...OWNER, webhookId: "w2" })).toBeNull();
  expect(box.open(text, { userId: "github:1w", webhookId: "1" })).toBeNull();
});

it("opens nothing that was changed, cut or made up", () => {
  const bytes = Buffer.from(box.seal(SECRET, OWNER), "base64url");
  fc.assert(
    fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      expect(box.open(copy.toString("base64url"), OWNER)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.nat({ max: bytes.length - 1 }), (length) => {
      expect(box.open(bytes.subarray(0, length).toString("base64url"), OWNER)).toBeNull();
    }),
  );
  for (const text of ["", "x", "not base64!", SECRET]) expect(box.open(text, OWNER)).toBeNull();
});

describe("with a new key before the earlier one", () => {
  const both = createSecretBox(["a newer key of the operator's", key]);

  it("opens what either sealed, and tells what should be sealed anew", () => {
    const [earlier, now] = [box.seal(SECRET, OWNER), both.seal(SECRET, OWNER)];
    expect([both.open(earlier, OWNER), both.open(now, OWNER)]).toEqual([SECRET, SECRET]);
    expect([both.isCurrent(earlier), both.isCurrent(now)]).toEqual([false, true]);
    expect(box.open(now, OWNER)).toBeNull();
  });
});
