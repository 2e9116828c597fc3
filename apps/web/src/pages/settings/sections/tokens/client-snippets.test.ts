import { expect, it } from "vitest";
import { clientSnippets } from "./client-snippets.ts";

const TOKEN = "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF";
const snippets = clientSnippets(TOKEN, "https://notes.example.com");

it("leads every client to this service", () => {
  for (const { program, text } of snippets)
    expect([program, text]).toEqual([program, expect.stringContaining("https://notes.example.com")]);
});

it("gives clients JSON that they can read", () => {
  const files = snippets.filter(({ file }) => file?.endsWith(".json"));
  expect(files.map(({ program }) => program)).toEqual(["Claude Desktop", "Cursor", "VS Code"]);
  for (const { text } of files) expect(JSON.parse(text)).toBeTypeOf("object");
});

it("writes the token into no file that is shared with a project", () => {
  for (const { file, text } of snippets) if (file?.startsWith(".")) expect(text).not.toContain(TOKEN);
});
