import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../docs/adr");
/** Enough for a decision, its reasons and the deciding figures; other measurements go to docs/lab. */
const MOST_WORDS = 500;

it("keeps every decision short", () => {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(20);
  const words = files.map(
    (file) => [file, readFileSync(join(folder, file), "utf8").trim().split(/\s+/).length] as const,
  );
  expect(words.filter(([, count]) => count > MOST_WORDS)).toEqual([]);
});
