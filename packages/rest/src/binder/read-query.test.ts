import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HttpRefusal } from "../errors/http-refusal.ts";
import { nextPageLink } from "./output-answer.ts";
import type { QueryField } from "./query-fields.ts";
import { readQuery } from "./read-query.ts";

const FIELDS: QueryField[] = [
  { name: "q", kind: "string", repeatable: false },
  { name: "limit", kind: "number", repeatable: false },
  { name: "purge", kind: "boolean", repeatable: false },
  { name: "tag", kind: "string", repeatable: true },
];

describe("the text of a query", () => {
  it("becomes values of the known fields only", () => {
    expect(readQuery("q=a+b%26c&limit=5&purge=true&tag=x&tag=y&id=1&__proto__=2&Q=3", FIELDS)).toEqual({
      q: "a b&c",
      limit: 5,
      purge: true,
      tag: ["x", "y"],
    });
    expect(readQuery("tag=x&limit=-1.5&purge=false", FIELDS)).toEqual({ tag: "x", limit: -1.5, purge: false });
    expect(readQuery("", FIELDS)).toEqual({});
  });

  it("stays text where it is not such a value", () => {
    for (const text of ["", " 1", "1 ", "+1", "01", "1e3", "0x1", "1.", ".5", "Infinity", "NaN", "١", "1,000"]) {
      expect(readQuery(new URLSearchParams({ limit: text }).toString(), FIELDS)).toEqual({ limit: text });
    }
    for (const text of ["", "TRUE", "1", "yes", "null"]) {
      expect(readQuery(`purge=${text}`, FIELDS)).toEqual({ purge: text });
    }
  });

  it("is refused, by name, where a field is repeated that is not a list", () => {
    expect(() => readQuery("q=a&limit=1&q=b&limit=2&tag=x&tag=y", FIELDS)).toThrow(
      expect.objectContaining({
        status: 422,
        issues: [
          { path: "q", message: "q must be given once." },
          { path: "limit", message: "limit must be given once." },
        ],
      }),
    );
  });

  it("never fails in another way, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (search) => {
        try {
          const input = readQuery(search, FIELDS);
          expect(FIELDS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(input)));
        } catch (error) {
          expect(error).toBeInstanceOf(HttpRefusal);
        }
      }),
    );
  });

  it("comes back unchanged from the link to the next page, except the cursor", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, fc.array(text), fc.nat(), text, (q, tags, limit, cursor) => {
        const sentParameters = new URLSearchParams([
          ["q", q],
          ["cursor", "earlier"],
          ["limit", `${limit}`],
          ["token", "secret"],
        ]);
        for (const tag of tags) sentParameters.append("tag", tag);
        const link = nextPageLink("/list", sentParameters.toString(), FIELDS, cursor);
        expect(link).toMatch(/^<\/list\?[\x21-\x7e]+>; rel="next"$/);
        expect(link).not.toContain("secret");
        const search = link.slice(link.indexOf("?") + 1, link.indexOf(">"));
        const { cursor: place, ...rest } = readQuery(search, [
          ...FIELDS,
          { name: "cursor", kind: "string", repeatable: false },
        ]);
        expect(place).toBe(cursor.toWellFormed());
        expect(rest).toEqual(readQuery(sentParameters.toString(), FIELDS));
      }),
    );
  });
});
