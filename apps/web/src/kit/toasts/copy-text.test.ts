import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text.ts";
import { createToasts } from "./toasts.ts";

afterEach(() => vi.unstubAllGlobals());

async function saidAfterCopying(clipboard: object | undefined): Promise<string[]> {
  vi.stubGlobal("navigator", { clipboard });
  const toasts = createToasts();
  await copyText(toasts, "Naps help.", "Copied.");
  return toasts.list.map(({ text }) => text);
}

it("says that a text was copied once it is", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  expect([await saidAfterCopying({ writeText }), copied]).toEqual([["Copied."], ["Naps help."]]);
});

it.each([
  ["refuses", { writeText: () => Promise.reject(new DOMException("No.", "NotAllowedError")) }],
  ["has no clipboard, as without https", undefined],
])("says that it was not where the browser %s", async (_name, clipboard) => {
  expect(await saidAfterCopying(clipboard)).toEqual(["The browser does not let it be copied: select it instead."]);
});
