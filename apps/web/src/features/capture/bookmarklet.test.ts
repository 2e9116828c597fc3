import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { bookmarklet } from "./bookmarklet.ts";

/** Presses it on a page, and returns the address that it opens. */
function press(page: { readonly title: string; readonly href: string; readonly selection: string }): URL {
  const addresses: string[] = [];
  runInNewContext(decodeURIComponent(bookmarklet("https://notes.example").slice("javascript:".length)), {
    document: { title: page.title },
    location: { href: page.href },
    getSelection: () => page.selection,
    open: (address: string) => addresses.push(address),
  });
  expect(addresses).toHaveLength(1);
  return new URL(addresses[0]!);
}

describe("the bookmarklet", () => {
  it("opens a new note with the page's title, address and selection", () => {
    const address = press({
      title: "Owls & bats?",
      href: "https://example.org/a?b=c#d",
      selection: "They “hunt”\nat night",
    });
    expect(address.origin + address.pathname).toBe("https://notes.example/new");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      title: "Owls & bats?",
      url: "https://example.org/a?b=c#d",
      content: "They “hunt”\nat night",
    });
  });

  it.each(["x", "🦉", "ö\ud83e"])(
    "cuts a long selection of %j, so that the address has at most 8,000 characters",
    (sign) => {
      const { href, searchParams } = press({ title: "T", href: "https://example.org", selection: sign.repeat(20_000) });
      expect(href.length).toBeLessThanOrEqual(8_000);
      expect(searchParams.get("content")!.length).toBeGreaterThan(500);
    },
  );

  it("leaves a short selection whole", () => {
    expect(
      press({ title: "", href: "https://a.example", selection: "x".repeat(7_900) }).searchParams.get("content"),
    ).toHaveLength(7_900);
  });
});
