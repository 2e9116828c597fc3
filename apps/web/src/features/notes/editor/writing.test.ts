import { expect, it } from "vitest";
import { EMPTY_FIELDS, type NoteFields } from "./note-fields.ts";
import { applyChange, isChanged, rebase, markSaved, type Writing, writtenFields } from "./writing.ts";

const fields: NoteFields = { ...EMPTY_FIELDS, title: "Naps help", content: "They do." };
const editedWriting: Writing = { fields, typeChosen: true, base: { fields, revision: 1 } };
const newWriting: Writing = { fields: EMPTY_FIELDS, typeChosen: false, base: { fields: EMPTY_FIELDS, revision: 0 } };

it("counts as changed after typing or choosing a type, but not after a guess", () => {
  expect(isChanged(newWriting)).toBe(false);
  expect(isChanged(applyChange(newWriting, { title: "We decided to nap" }))).toBe(true);
  expect(isChanged(applyChange(editedWriting, { title: "  Naps help " }))).toBe(false);
  const guessedWriting = { ...newWriting, fields: { ...EMPTY_FIELDS, title: "We decided to nap" } };
  expect(writtenFields(guessedWriting).note_type).toBe("decision");
  expect(isChanged({ ...guessedWriting, base: { ...newWriting.base, fields: guessedWriting.fields } })).toBe(false);
  expect(writtenFields(applyChange(guessedWriting, { note_type: "belief" })).note_type).toBe("belief");
});

it("counts as unchanged once saved, even if the note was changed elsewhere meanwhile", () => {
  const mine = applyChange(editedWriting, { title: "Short naps help" });
  const theirs = { fields: { ...fields, tags: ["sleep"] }, revision: 2 };
  const mergedWriting = rebase(mine, theirs, { ...mine.fields, tags: ["sleep"] });
  expect(isChanged(mergedWriting)).toBe(true);
  const savedWriting = markSaved(mergedWriting, { title: "Short naps help" });
  expect(isChanged(savedWriting)).toBe(false);
  expect(writtenFields(savedWriting)).toEqual({ ...fields, title: "Short naps help", tags: ["sleep"] });
});

it("still counts as changed when the user typed on during the save", () => {
  const sentWriting = applyChange(editedWriting, { title: "Short naps help" });
  const savedWriting = markSaved(applyChange(sentWriting, { content: "They do, at noon." }), {
    title: sentWriting.fields.title,
  });
  expect(isChanged(savedWriting)).toBe(true);
  expect(isChanged(markSaved(savedWriting, { content: "They do, at noon." }))).toBe(false);
});
