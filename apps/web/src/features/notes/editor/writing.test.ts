import { expect, it } from "vitest";
import { EMPTY_FIELDS, type NoteFields } from "./note-fields.ts";
import { changed, isChanged, rebased, saved, type Writing, writtenFields } from "./writing.ts";

const fields: NoteFields = { ...EMPTY_FIELDS, title: "Naps help", content: "They do." };
const edited: Writing = { fields, typeChosen: true, base: { fields, revision: 1 } };
const begun: Writing = { fields: EMPTY_FIELDS, typeChosen: false, base: { fields: EMPTY_FIELDS, revision: 0 } };

it("counts as changed after typing or choosing a type, but not after a guess", () => {
  expect(isChanged(begun)).toBe(false);
  expect(isChanged(changed(begun, { title: "We decided to nap" }))).toBe(true);
  expect(isChanged(changed(edited, { title: "  Naps help " }))).toBe(false);
  const guessed = { ...begun, fields: { ...EMPTY_FIELDS, title: "We decided to nap" } };
  expect(writtenFields(guessed).note_type).toBe("decision");
  expect(isChanged({ ...guessed, base: { ...begun.base, fields: guessed.fields } })).toBe(false);
  expect(writtenFields(changed(guessed, { note_type: "belief" })).note_type).toBe("belief");
});

it("counts as unchanged once saved, even if the note was changed elsewhere meanwhile", () => {
  const mine = changed(edited, { title: "Short naps help" });
  const theirs = { fields: { ...fields, tags: ["sleep"] }, revision: 2 };
  const merged = rebased(mine, theirs, { ...mine.fields, tags: ["sleep"] });
  expect(isChanged(merged)).toBe(true);
  const done = saved(merged, { title: "Short naps help" });
  expect(isChanged(done)).toBe(false);
  expect(writtenFields(done)).toEqual({ ...fields, title: "Short naps help", tags: ["sleep"] });
});

it("still counts as changed when the user typed on during the save", () => {
  const sent = changed(edited, { title: "Short naps help" });
  const done = saved(changed(sent, { content: "They do, at noon." }), { title: sent.fields.title });
  expect(isChanged(done)).toBe(true);
  expect(isChanged(saved(done, { content: "They do, at noon." }))).toBe(false);
});
