import { expect, it } from "vitest";
import type { LinkedNote } from "../../features/notes/links-of.ts";
import { splitInput } from "./split-input.ts";

it("gives each part what the note has, and the links that go with it", () => {
  const note = { id: "n", note_type: "belief", tags: ["a"], importance: 0.7 } as const;
  const [to, from] = [
    { id: "x", title: "X", relation: "extends", incoming: false },
    { id: "y", title: "Y", relation: "depends_on", incoming: true },
  ] as const;
  const parts = [
    { title: " One ", content: " So. " },
    { title: "Other", content: " " },
  ];
  const places = new Map<LinkedNote, number>([
    [to, 0],
    [from, 1],
  ]);
  const common = { note_type: "belief", tags: ["a"], importance: 0.7 };
  expect(splitInput({ ...note, tags: [...note.tags] }, parts, places)).toEqual({
    id: "n",
    parts: [
      { title: "One", content: "So.", ...common, links: [{ target_id: "x", relation: "extends" }] },
      { title: "Other", content: "Other", ...common, links: [{ source_id: "y", relation: "depends_on" }] },
    ],
  });
});
