import { expect, it } from "vitest";
import { readExcerpt } from "./read-excerpt.ts";

const excerptOf = (text: string | Buffer, type: string | undefined = "text/plain", encoding?: string) =>
  readExcerpt(Buffer.from(text as string), type, encoding);

it.each(["text/plain", "TEXT/HTML; charset=utf-8", "application/json", "application/problem+json"])(
  "shows %s",
  (type) => {
    expect(excerptOf("queue is full", type)).toBe("queue is full");
  },
);

it.each([undefined, "", "image/png", "application/octet-stream", "application/jsonx", "multipart/text"])(
  "shows nothing of %s",
  (type) => {
    expect(readExcerpt(Buffer.from("abc"), type, undefined)).toBeNull();
  },
);

it("shows nothing of a compressed answer", () => {
  expect(excerptOf("abc", "text/plain", "gzip")).toBeNull();
  expect(excerptOf("abc", "text/plain", "identity")).toBe("abc");
});

it("ends after 1,024 characters, and splits none", () => {
  expect(excerptOf("🦉".repeat(1_024))).toBe("🦉".repeat(1_024));
  expect(excerptOf(`${"🦉".repeat(1_024)}b`)).toBe("🦉".repeat(1_024));
});

it("replaces characters that control a terminal or the direction of a text, and bytes that are no text", () => {
  expect(excerptOf("a\u001b[31mb\u0000c\u202Ed\u2066e\r\n\tf")).toBe("a\uFFFD[31mb\uFFFDc\uFFFDd\uFFFDe\uFFFD\n\tf");
  expect(excerptOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\uFFFDb");
});

it("hides tokens of Knote's", () => {
  const token = `knote_pat_${"aB3".repeat(12)}`;
  expect(excerptOf(`you sent ${token}, why?`)).toBe("you sent [hidden], why?");
  expect(excerptOf(`${"x ".repeat(505)}${token}`)).not.toContain("aB3");
  expect(excerptOf("knote_pat_short")).toBe("knote_pat_short");
});
