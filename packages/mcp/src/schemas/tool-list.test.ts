import { SCOPES } from "@knote/contract";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { toolList } from "./tool-list.ts";

const EVERYTHING = new Set<string>(SCOPES);
const READING = new Set(["notes:read"]);

/** What a model pays for in every conversation. */
function tokensOf(scopes: ReadonlySet<string>): number {
  const texts = toolList(scopes).tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return countTokens(JSON.stringify(texts));
}

it("stays within what every conversation can spare", () => {
  expect(tokensOf(EVERYTHING)).toBeLessThanOrEqual(1_800);
  expect(tokensOf(READING)).toBeLessThanOrEqual(900);
  expect(Buffer.byteLength(JSON.stringify(toolList(EVERYTHING)))).toBeLessThanOrEqual(14_000);
});

it("has twelve tools, in the order of their use, and is made once for each set of scopes", () => {
  expect(toolList(EVERYTHING).tools.map(({ name }) => name)).toEqual([
    "search",
    "fetch",
    "list_notes",
    "ask",
    "suggest_links",
    "review",
    "create_note",
    "update_note",
    "link_notes",
    "unlink_notes",
    "delete_note",
    "restore_note",
  ]);
  expect(toolList(new Set(SCOPES))).toBe(toolList(EVERYTHING));
  expect(toolList(READING)).not.toBe(toolList(EVERYTHING));
  expect(toolList(new Set()).tools).toEqual([]);
  expect(toolList(new Set(["webhooks", "anything"])).tools).toEqual([]);
});

it("tells models types, choices, limits and defaults, and nothing for readers of the documentation", () => {
  const text = JSON.stringify(toolList(EVERYTHING));
  for (const word of ['"$schema"', '"$ref"', '"$defs"', '"examples"', '"pattern"', '"additionalProperties"'])
    expect(text).not.toContain(word);
  const [search] = toolList(READING).tools;
  expect(search).toMatchObject({
    inputSchema: {
      type: "object",
      properties: { query: { type: "string" }, limit: { type: "integer", minimum: 1, maximum: 20, default: 8 } },
      required: ["query"],
    },
    outputSchema: { type: "object", required: ["results"] },
  });
});
