import { DatabaseSync } from "node:sqlite";
import { parseKeywordQuery } from "@knote/api";
import { aNoteWrite, aRevision, eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { SqliteStorage } from "../create-sqlite-storage.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { examineData } from "./doctor/examine-data.ts";

const BILLS = { title: "Die Rechnungen liegen auf dem Tisch", content: "Wir bezahlen sie am Freitag." };
const OWLS = { title: "Owls hunt", content: "They hunt mice by ear." };

describe("notes of an earlier analysis", () => {
  it("are found by what they had, and soon by their new terms", async () => {
    using folder = temporaryFolder();
    const [bills, owls] = await folderOfVersion1(folder);
    await using storage = await openIn(folder);
    expect(await idsFor(storage, "Rechnungen")).toEqual([bills]);
    await eventually(async () => expect(await idsFor(storage, "Rechnung")).toEqual([bills]));
    expect(await idsFor(storage, "owl")).toEqual([owls]);
    expect(await idsFor(storage, "Freitage")).toEqual([bills]);
  });

  it("are sound before, meanwhile and afterwards", async () => {
    using folder = temporaryFolder();
    await folderOfVersion1(folder);
    const problems = () => examineData({ dataDir: folder.path }).flatMap((finding) => finding.problems);
    expect(problems()).toEqual([]);
    await (await openIn(folder)).close();
    expect(problems()).toEqual([]);
    await renewTermsIn(folder);
    expect(problems()).toEqual([]);
  });

  it("keep what was written meanwhile", async () => {
    using folder = temporaryFolder();
    const [id] = await folderOfVersion1(folder);
    await using storage = await openIn(folder);
    const note = await storage.notes.get("ada", id);
    await storage.notes.update("ada", aRevision(note!, { title: "Kein Papier mehr", content: "Alles digital." }), []);
    await eventually(() => expect(stateIn(folder)).toMatchObject({ version: 2 }));
    expect(await idsFor(storage, "Rechnung")).toEqual([]);
    expect(await idsFor(storage, "Papiere")).toEqual([id]);
  });

  it("are read once: the next start has nothing to do", async () => {
    using folder = temporaryFolder();
    await folderOfVersion1(folder);
    const messages: string[] = [];
    await renewTermsIn(folder, (message) => messages.push(message));
    expect(messages).toEqual(["The search terms of 2 notes were checked and written again where they changed."]);
    await renewTermsIn(folder, (message) => messages.push(message));
    expect(messages).toHaveLength(1);
  });
});

it("has nothing to write again in a new database", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await storage.notes.insert("ada", aNoteWrite(BILLS), []);
  expect(stateIn(folder)).toMatchObject({ version: 2, target: 2, list_until: 0 });
});

/** Creates data whose notes have the terms of version 1; returns their ids. */
async function folderOfVersion1(folder: TemporaryFolder): Promise<[string, string]> {
  const writes = [BILLS, OWLS].map((fields) => aNoteWrite(fields));
  {
    await using storage = await openIn(folder);
    for (const { note, terms, titleKey } of writes) {
      const counts = terms.counts.filter(([term]) => !term.startsWith("+"));
      await storage.notes.insert("ada", { note, titleKey, terms: { ...terms, counts } }, []);
    }
  }
  using db = new DatabaseSync(folder.file("knote.db"));
  db.exec("UPDATE analysis SET version = 1, target = 1");
  return [writes[0]!.note.id, writes[1]!.note.id];
}

/** Opens the data until all terms are up to date. */
async function renewTermsIn(folder: TemporaryFolder, inform: (message: string) => void = () => {}): Promise<void> {
  await using _storage = await openIn(folder, { inform });
  await eventually(() => expect(stateIn(folder)).toMatchObject({ version: 2 }));
}

function stateIn(folder: TemporaryFolder): unknown {
  using db = new DatabaseSync(folder.file("knote.db"), { readOnly: true });
  return db.prepare("SELECT * FROM analysis").get();
}

async function idsFor(storage: SqliteStorage, q: string): Promise<string[]> {
  return (await storage.keywords.search("ada", parseKeywordQuery(q)!, {})).map(({ id }) => id);
}
