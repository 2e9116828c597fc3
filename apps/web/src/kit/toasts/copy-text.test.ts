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

it("confirms a copy once it is made", async () => {
  const copiedTexts: string[] = [];
  const writeText = async (text: string) => void copiedTexts.push(text);
  expect([await saidAfterCopying({ writeText }), copiedTexts]).toEqual([["Copied."], ["Naps help."]]);
});

it.each([
  ["refuses", { writeText: () => Promise.reject(new DOMException("No.", "NotAllowedError")) }],
  ["has no clipboard, as without https", undefined],
])("says that nothing was copied when the browser %s", async (_name, clipboard) => {
  expect(await saidAfterCopying(clipboard)).toEqual(["This browser does not allow copying. Select the text instead."]);
});
