import { expect, it } from "vitest";
import { readLines } from "./lines.ts";

async function linesOf(chunks: readonly (string | Buffer)[], most = 100): Promise<(string | null)[]> {
  async function* stream() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  return await Array.fromAsync(readLines(stream(), most));
}

it("splits at line feeds alone, wherever the chunks end", async () => {
  expect(await linesOf(["one\ntw", "o\n", "\nthr\u2028ee\r", "\nfour"])).toEqual([
    "one",
    "two",
    "",
    "thr\u2028ee\r",
    "four",
  ]);
  const owl = Buffer.from("🦉\n");
  expect(await linesOf([owl.subarray(0, 2), owl.subarray(2)])).toEqual(["🦉"]);
  expect(await linesOf([])).toEqual([]);
});

it("reports a line that is too long, and reads on behind it", async () => {
  expect(await linesOf(["12345\n123456\n123", "4", "56\nnext\n"], 5)).toEqual(["12345", null, null, "next"]);
  expect(await linesOf(["123456"], 5)).toEqual([null]);
});
