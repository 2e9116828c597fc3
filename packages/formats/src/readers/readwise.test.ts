import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle } from "../testing/source-of.ts";

describe("highlights of Readwise", () => {
  it("get their first sentence as title, and keep their place", async () => {
    const result = await readSample("readwise");
    expect(result).toMatchObject({ reader: "readwise", tool: "Readwise" });
    expect(result.notes).toHaveLength(2);
    expect(result.notes[0]).toEqual({
      key: expect.stringMatching(/^readwise:vault:[\da-f]{16}$/),
      title: "Reviews help",
      content: 'Reviews help. They do, "really".\n\nMy note\n\n— Make It Stick by Peter Brown (page 12)',
      note_type: "fact",
      tags: ["learning", "memory", "books"],
      importance: 0.5,
      created_at: "2026-07-17T14:00:25.000Z",
    });
    expect(Object.keys(byTitle(result))).not.toContain("Empty");
  });
});
