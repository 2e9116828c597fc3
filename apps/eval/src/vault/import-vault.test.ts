import { expect, it } from "vitest";
import type { ServiceClient } from "../service/service-client.ts";
import { importVault } from "./import-vault.ts";

const NOTE = { note_type: "fact" } as const;
const NOTES = [
  { key: "old", title: "Old", content: "Long ago.", created_at: "2024-01-05T10:00:00Z", ...NOTE },
  { key: "new", title: "New", age_days: 2, ...NOTE },
];
const LINK = { source: "new", target: "old", relation: "supersedes" } as const;
const VAULT = { notes: NOTES, links: [LINK], questions: [], superseded: new Set(["old"]) };

async function importInto(results: object[]) {
  const sentLines: any[] = [];
  const client = {
    importLines: async (_user: string, lines: readonly object[]) => {
      sentLines.push(...lines);
      return results;
    },
  } as unknown as ServiceClient;
  return { sentLines, keys: await importVault(VAULT, client, "ada") };
}

it("sends notes with their dates, then links, and names notes by their keys", async () => {
  const before = Date.now();
  const { sentLines, keys } = await importInto([
    { line: 1, status: "created", id: "1" },
    { line: 2, status: "created", id: "2" },
    { line: 3, status: "linked" },
  ]);
  expect(sentLines[0].note).toEqual(NOTES[0]);
  expect(sentLines[1].note).toMatchObject({ key: "new", content: "New" });
  expect(sentLines[1].note).not.toHaveProperty("age_days");
  const age = before - Date.parse(sentLines[1].note.created_at);
  expect(Math.round(age / 86_400_000)).toBe(2);
  expect(sentLines[2]).toEqual({ link: LINK });
  expect([...keys]).toEqual([
    ["1", "old"],
    ["2", "new"],
  ]);
});

it("fails when a line is refused", async () => {
  await expect(importInto([{ line: 1, status: "error", detail: "No room." }])).rejects.toThrow("No room.");
});
