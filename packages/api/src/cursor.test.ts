import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { DomainError } from "./errors.ts";

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));

describe("cursor", () => {
  it("round-trips its values, in URL-safe characters", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const cursor = encodeCursor(parts);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(
          decodeCursor(
            cursor,
            parts.map((one) => (typeof one === "string" ? "string" : "number")),
          ),
        ).toEqual(parts);
      }),
    );
  });

  it("keeps a score to the last digit", () => {
    const score = 0.1 + 0.2;
    expect(decodeCursor(encodeCursor([score, "id"]), ["number", "string"])).toEqual([score, "id"]);
  });

  it("is short enough to be sent back", () => {
    expect(encodeCursor(["2026-03-01T12:00:00.000Z", "0195cf6a-7c00-7000-8000-000000000000"]).length).toBeLessThan(500);
    expect(encodeCursor([Number.MIN_VALUE * 1e15, "0195cf6a-7c00-7000-8000-000000000000"]).length).toBeLessThan(500);
  });

  it.each([
    ["nonsense", "not a cursor!"],
    ["bytes that are no JSON", btoa("{")],
    ["broken escapes", btoa("%E0%A4%A")],
    ["an object", btoa(encodeURIComponent('{"0":"a","length":2}'))],
    ["too few parts", encodeCursor(["a"])],
    ["too many parts", encodeCursor(["a", "b", "c"])],
    ["parts of another kind", encodeCursor([1, "b"])],
    ["null parts", btoa(encodeURIComponent("[null,null]"))],
    ["nothing", ""],
  ])("refuses %s as an invalid parameter", (_, cursor) => {
    const refusal = refusalOf(() => decodeCursor(cursor, ["string", "string"]));
    expect(refusal?.code).toBe("INVALID");
    expect(refusal?.issues?.map((issue) => issue.path)).toEqual(["cursor"]);
  });

  it("reads any text or refuses it with INVALID, and never fails otherwise", () => {
    fc.assert(
      fc.property(anyCodeUnits, (cursor) => {
        const refusal = refusalOf(() => decodeCursor(cursor, ["string", "string"]));
        expect(refusal === null || refusal.code === "INVALID").toBe(true);
      }),
    );
  });
});

function refusalOf(decode: () => unknown): DomainError | null {
  try {
    decode();
    return null;
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    return error;
  }
}
