import { expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

it.each([
  "/",
  "/notes",
  "/notes/1?tab=history#r2",
  "/ask?q=a%20b&x=https%3A%2F%2Fexample.com",
  "/notes/%E2%82%AC",
  "/a//b",
])("stays at %s", (path) => expect(ownPath(path)).toBe(path));

it.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https://evil.example/",
  "https:evil.example",
  "HTTPS:/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "?next=/",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\nSet-Cookie: a=b",
  "\t//evil.example",
  " //evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/notes/..//evil.example",
  "/./\\evil.example",
  "/%2e//evil.example",
  "//evil.example@own.invalid",
  "http://own.invalid@evil.example/",
  "/\u0000/evil.example",
  "/\u0085/evil.example",
  "/\ud800",
  `/${"a".repeat(3_000)}`,
  "/auth/github",
  "/auth",
  "/auth/local?code=x",
  "/x/../auth/github",
  "/signin",
  "/signin?error=denied",
  "",
])("does not follow %j", (path) => expect(ownPath(path)).toBe("/"));

it("leaves encoded characters as they are: a browser reads them as part of a name", () => {
  for (const path of ["/%2f%2fevil.example", "/%5cevil.example", "/%0d%0aSet-Cookie:%20a=b"]) {
    expect(ownPath(path)).toBe(path);
    expect(new URL(ownPath(path), "https://notes.example").origin).toBe("https://notes.example");
  }
});

it("goes to the start page without a path", () => {
  expect(ownPath(null)).toBe("/");
});
