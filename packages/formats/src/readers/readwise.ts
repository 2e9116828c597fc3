import { hashOf } from "../import/import-key.ts";
import type { FoundNote } from "../graph/found-note.ts";
import { fittingTags, storedTime, withShortTitle, type Report } from "../markdown/read-foreign-note.ts";
import { readText } from "../sources/read-text.ts";
import { firstSentence } from "./first-sentence.ts";
import { parseCsv } from "./parse-csv.ts";
import { PLAIN_NOTE, type Reader } from "./reader.ts";

/** Reads Readwise's CSV. A highlight makes no claim of its own: its first sentence is the title. */
export const readReadwise: Reader = async ({ files, problems, onFile }) => {
  const notes: FoundNote[] = [];
  for (const file of files) {
    const text = await readText(file, problems);
    onFile();
    for (const [index, row] of parseCsv(text ?? "").rows.entries()) {
      const place = `${file.path}, row ${index + 1}`;
      const note = noteOf(row, (kind, detail) => void problems.push({ kind, place, detail }));
      if (note !== null) notes.push(note);
    }
  }
  return notes;
};

function noteOf(row: Readonly<Record<string, string>>, report: Report): FoundNote | null {
  const field = (name: string) => row[name]?.trim() ?? "";
  const [highlight, book, author] = [field("Highlight"), field("Book Title"), field("Book Author")];
  if (highlight === "") return null;
  const location = [field("Location Type"), field("Location")].filter(Boolean).join(" ");
  const origin = [book, author && `by ${author}`, location && `(${location})`].filter(Boolean).join(" ");
  const body = [highlight, field("Note"), origin && `— ${origin}`].filter(Boolean).join("\n\n");
  const tags = [...field("Tags").split(","), ...field("Document tags").split(",")];
  const time = field("Highlighted at") && storedTime(field("Highlighted at").replace(" ", "T"), report);
  return {
    ...PLAIN_NOTE,
    key: hashOf([book, highlight, location].join("\n")),
    names: [],
    ...withShortTitle(firstSentence(highlight), body, report),
    tags: fittingTags(tags, report),
    ...(time && { created_at: time }),
  };
}
