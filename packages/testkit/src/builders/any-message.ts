import type { NewMessage } from "@knote/api";
import fc from "fast-check";

/** Any message as the body of an attempt is made of it. */
export const anyMessage: fc.Arbitrary<Pick<NewMessage, "event" | "timestamp" | "data" | "detail">> = fc.record({
  event: fc.constantFrom("note.created", "recall.query"),
  timestamp: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  data: fc
    .record({
      id: fc.option(fc.uuid()),
      // What a title can have: well-formed Unicode with any control character but NUL.
      title: fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replaceAll("\0", "").toWellFormed()),
      note_type: fc.option(fc.constant("fact")),
    })
    .map((data) => JSON.stringify(data)),
  detail: fc
    .record({
      state: fc.constantFrom("active", "contested"),
      tags: fc.array(fc.string({ unit: "grapheme" }), { maxLength: 5 }),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      revision: fc.nat(),
    })
    .map((detail) => JSON.stringify(detail)),
});
