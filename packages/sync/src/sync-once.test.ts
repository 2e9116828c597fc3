import { describe, expect, it } from "vitest";
import { testSync } from "./testing/sync-test.ts";

const quiet = { failures: [], guards: [], holds: [], conflicts: [], isAlike: true };

/** A folder with one synced note. */
async function oneNote(content = "one\n\ntwo\n\nthree") {
  const world = testSync();
  const vault = await world.folder();
  const note = await world.user.note("Owls", { content });
  await vault.sync();
  world.pass();
  return { ...world, vault, note, people: vault.files.people };
}

describe("a sync", () => {
  it("makes notes of files and files of notes, with their links, and then rests", async () => {
    const { user, folder, pass } = testSync();
    const vault = await folder();
    const { people } = vault.files;
    await user.note("Owls: hunters", { content: "See [[Bats]].", tags: ["birds"] });
    people.writeInPlace("sub/Bats.md", '---\nextends:\n  - "[[Mice]]"\n---\nThey fly.\n');
    people.writeInPlace("Mice.md", "Like [[Bats]].");
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    const titles = (await user.api.notes.list({})).notes.map(({ title }) => title).toSorted();
    expect(titles).toEqual(["Bats", "Mice", "Owls: hunters"]);
    const { links } = await user.api.links.list({});
    expect(links.map(({ relation }) => relation)).toEqual(["extends"]);
    const texts = vault.texts();
    expect(Object.keys(texts)).toEqual(["Mice.md", "Owls hunters.md", "sub/Bats.md"]);
    expect(texts["sub/Bats.md"]).toMatch(
      /^---\nextends:\n {2}- "\[\[Mice\]\]"\nknote: [\da-f-]{36}\n---\nThey fly.\n$/,
    );
    expect(texts["Owls hunters.md"]).toMatch(
      /^---\nknote: .*\ntitle: "Owls: hunters"\ntags:\n {2}- birds\ncreated: .*\n---\nSee \[\[Bats\]\]\.\n$/,
    );
    pass();
    const before = vault.server.log.length;
    expect(await vault.sync()).toMatchObject({ ...quiet, acts: new Map() });
    expect(vault.texts()).toEqual(texts);
    expect(vault.server.log.length).toBe(before);
  });

  it("carries edits both ways, merges them, and leaves a file alone that was only pushed", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    const text = people.text("Owls.md")!.replace("three", "three and a half");
    people.writeInPlace("Owls.md", text);
    pass();
    expect(await vault.sync()).toMatchObject({ ...quiet, acts: new Map([["push", 1]]) });
    expect((await user.api.notes.get({ id: note.id })).content).toBe("one\n\ntwo\n\nthree and a half");
    expect(people.text("Owls.md")).toBe(text);
    await user.api.notes.update({ id: note.id, content: "ONE\n\ntwo\n\nthree and a half" });
    people.writeByRename("Owls.md", text.replace("half", "half!"));
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    expect((await user.api.notes.get({ id: note.id })).content).toBe("ONE\n\ntwo\n\nthree and a half!");
    expect(people.text("Owls.md")).toContain("ONE\n\ntwo\n\nthree and a half!\n");
  });

  it("makes a note of what does not fit, linked with the other, and writes the server's text", async () => {
    const { user, vault, people, note, pass } = await oneNote("one");
    await user.api.notes.update({ id: note.id, content: "two" });
    people.writeInPlace("Owls.md", people.text("Owls.md")!.replace("one", "three"));
    pass();
    const { conflicts } = await vault.sync();
    expect(conflicts).toEqual([expect.stringMatching(/^Owls \(conflict, vault \d{4}-\d\d-\d\d \d\d:\d\d\)$/)]);
    expect(people.text("Owls.md")).toContain("two\n");
    const { notes } = await user.api.notes.list({ tag: ["conflict"] });
    expect(notes).toMatchObject([{ content: "three" }]);
    expect((await user.api.links.list({})).links).toMatchObject([
      { source_id: notes[0]!.id, target_id: note.id, relation: "relates_to" },
    ]);
    expect(Object.values(vault.texts()).some((text) => text.includes("three"))).toBe(true);
  });

  it("rewords a claim when its file is renamed, and never renames a file", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    people.move("Owls.md", "sub/Owls hunt.md");
    pass();
    await vault.sync();
    expect((await user.api.notes.get({ id: note.id })).title).toBe("Owls hunt");
    await user.api.notes.update({ id: note.id, title: "Owls hunt: at night" });
    pass();
    await vault.sync();
    expect(Object.keys(vault.texts())).toEqual(["sub/Owls hunt.md"]);
    expect(people.text("sub/Owls hunt.md")).toContain('title: "Owls hunt: at night"\n');
  });

  it("takes a file's fields from its note when its front matter is gone, and writes them again", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    await user.api.notes.update({ id: note.id, tags: ["birds"], importance: 0.9 });
    await vault.sync();
    people.writeInPlace("Owls.md", "only text\n");
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    expect(await user.api.notes.get({ id: note.id })).toMatchObject({
      ...{ content: "only text", tags: ["birds"], importance: 0.9 },
    });
    expect(people.text("Owls.md")).toMatch(/^---\nknote: .*\ntags:\n {2}- birds\nimportance: 0.9\n---\nonly text\n$/);
  });

  it("makes a new note of a second file with the same id", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    people.writeInPlace("A copy.md", people.text("Owls.md")!);
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    expect((await user.api.notes.list({})).notes.map(({ title }) => title).toSorted()).toEqual(["A copy", "Owls"]);
    expect(people.text("Owls.md")).toContain(note.id);
    expect(people.text("A copy.md")).not.toContain(note.id);
  });

  it("makes a new note of a file that never said its note when another file says it", async () => {
    const { user, folder, pass } = testSync();
    const vault = await folder();
    const { people } = vault.files;
    people.writeInPlace("Owls.md", "one");
    for (let look = 0; look < 2; look++) {
      pass();
      // Its line waits, as for somebody who goes on writing.
      await vault.sync({ labelAfterMs: Infinity });
    }
    const [note] = (await user.api.notes.list({})).notes;
    people.writeInPlace("Other.md", `---\nknote: ${note!.id}\n---\ntwo\n`);
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    const { notes } = await user.api.notes.list({});
    expect(notes.map(({ title, content }) => `${title}: ${content}`).toSorted()).toEqual(["Other: two", "Owls: one"]);
    expect(Object.keys(vault.texts())).toEqual(["Other.md", "Owls.md"]);
  });

  it("restores a note that was deleted when its file has changed since, and takes an unchanged file away", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    await user.api.notes.delete({ id: note.id });
    people.writeInPlace("Owls.md", people.text("Owls.md")!.replace("two", "TWO"));
    pass();
    await vault.sync();
    expect((await user.api.notes.get({ id: note.id })).content).toContain("TWO");
    await user.api.notes.delete({ id: note.id });
    pass();
    await vault.sync();
    expect(vault.texts()).toEqual({});
    expect(people.paths().filter((path) => path.startsWith(".knote/trash/"))).toHaveLength(1);
  });
});

describe("what is left alone", () => {
  it.each([
    ["empty", ""],
    ["front-matter", "---\na: [\n---\ntext"],
    ["front-matter", "---\nno end"],
    ["empty", "---\nknote: x\n---\n"],
    ["refused", `---\ntags: [${Array.from({ length: 33 }, (_, index) => `t${index}`).join(", ")}]\n---\ntext`],
    ["refused", "x".repeat(50_001)],
  ])("is a file that is %s", async (reason, text) => {
    const { user, vault, people, note, pass } = await oneNote();
    people.writeInPlace("Owls.md", text);
    await user.api.notes.update({ id: note.id, content: "changed" });
    pass();
    const result = await vault.sync();
    expect(result.holds).toMatchObject([{ path: "Owls.md", reason }]);
    expect(people.text("Owls.md")).toBe(text);
    expect((await user.api.notes.get({ id: note.id })).content).toBe("changed");
  });

  it("is a file that was written a moment ago, until it rests", async () => {
    const { vault, people } = await oneNote();
    people.writeInPlace("Bats.md", "They fly.");
    const first = await vault.sync({ isPatient: false });
    expect([first.holds, vault.server.log.filter(({ method }) => method === "IMPORT")]).toMatchObject([
      [{ path: "Bats.md", reason: "fresh" }],
      [],
    ]);
    expect(await vault.sync()).toMatchObject(quiet);
    expect(people.text("Bats.md")).toContain("knote:");
  });

  it("is what .knoteignore names: then nothing is deleted or written", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    people.writeInPlace(".knoteignore", "Owls.md\nprivate/\n");
    people.writeInPlace("private/Diary.md", "secret");
    await user.api.notes.update({ id: note.id, content: "changed" });
    pass();
    const texts = vault.texts();
    await vault.sync();
    expect(vault.texts()).toEqual(texts);
    expect((await user.api.notes.list({})).notes).toHaveLength(1);
  });

  it("is no folder that .knoteignore names: what was moved there is deleted, whether it can be listed or not", async () => {
    const { user, vault, people, pass } = await oneNote();
    people.move("Owls.md", "private/Owls.md");
    people.setUnreadable("private", true);
    pass();
    await vault.sync();
    expect((await user.api.notes.list({})).notes).toHaveLength(1);
    people.writeInPlace(".knoteignore", "private/\n");
    await vault.sync();
    expect((await user.api.notes.list({})).notes).toEqual([]);
    people.writeInPlace(".knoteignore", "\n");
    people.setUnreadable("private", false);
    pass();
    await vault.sync();
    expect(people.text("private/Owls.md")).not.toBeNull();
  });

  it("is everything while a folder cannot be listed: nothing is deleted", async () => {
    const { user, vault, people, pass } = await oneNote();
    people.writeInPlace("sub/Bats.md", "They fly.");
    pass();
    await vault.sync();
    people.setUnreadable("sub", true);
    people.remove("Owls.md");
    pass();
    await vault.sync();
    expect((await user.api.notes.list({})).notes).toHaveLength(2);
    people.setUnreadable("sub", false);
    await vault.sync();
    expect((await user.api.notes.list({})).notes.map(({ title }) => title)).toEqual(["Bats"]);
  });

  it("is a folder whose .knote is away", async () => {
    const { user, vault, people } = await oneNote();
    people.remove(".knote");
    people.remove("Owls.md");
    await expect(vault.sync()).rejects.toThrow("is not synced yet, or its disk is away");
    expect((await user.api.notes.list({})).notes).toHaveLength(1);
  });
});

describe("deletions", () => {
  it("come after the file was missed twice, and not when it comes back", async () => {
    const { user, vault, people, pass } = await oneNote();
    const text = people.text("Owls.md")!;
    people.remove("Owls.md");
    await vault.sync({ isPatient: false });
    expect((await user.api.notes.list({})).notes).toHaveLength(1);
    people.writeInPlace("Owls.md", text);
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    people.remove("Owls.md");
    await vault.sync();
    expect((await user.api.notes.list({})).notes).toHaveLength(0);
  });

  it.each([
    { pairs: 30, gone: 10, isDone: true },
    { pairs: 30, gone: 11, isDone: false },
    { pairs: 55, gone: 11, isDone: true },
    { pairs: 54, gone: 11, isDone: false },
  ])("of $gone of $pairs files are carried out: $isDone", async ({ pairs, gone, isDone }) => {
    for (const side of ["files", "notes"] as const) {
      const { user, folder, pass } = testSync();
      const vault = await folder();
      const ids = [];
      for (let index = 0; index < pairs; index++) ids.push((await user.note(`Note ${index}`)).id);
      await vault.sync();
      pass();
      const { people } = vault.files;
      if (side === "files") for (const path of Object.keys(vault.texts()).slice(0, gone)) people.remove(path);
      else for (const id of ids.slice(0, gone)) await user.api.notes.delete({ id });
      pass();
      const count = async () => [Object.keys(vault.texts()).length, (await user.api.notes.list({})).notes.length];
      const before = await count();
      const { guards } = await vault.sync();
      const remaining = [pairs - gone, pairs - gone];
      expect([guards, await count()]).toEqual(
        isDone ? [[], remaining] : [[{ kind: `${side}-gone`, count: gone }], before],
      );
      expect((await vault.sync({ allowDeletes: true })).guards).toEqual([]);
      expect(await count()).toEqual(remaining);
    }
  });

  it("never follow from a state that is lost or of another machine", async () => {
    for (const loss of ["lost", "another machine", "another place"] as const) {
      const { user, vault, people, note, pass } = await oneNote();
      const bats = await user.note("Bats");
      await vault.sync();
      people.remove("Owls.md");
      await user.api.notes.delete({ id: bats.id });
      const state = people.text(".knote/sync.json")!;
      if (loss === "lost") people.remove(".knote/sync.json");
      else if (loss === "another machine")
        people.writeInPlace(".knote/sync.json", state.replace("this machine", "that"));
      else people.writeInPlace(".knote/sync.json", state.replace('"place":"1:0"', '"place":"9:9"'));
      pass();
      await vault.sync();
      expect((await user.api.notes.list({})).notes.map(({ id }) => id).toSorted()).toEqual(
        [note.id, bats.id].toSorted(),
      );
      expect(Object.keys(vault.texts())).toEqual(["Bats.md", "Owls.md"]);
    }
  });
});

describe("ids that the server does not know", () => {
  it("make new notes when they are few, and ask when they are many", async () => {
    for (const [count, isDone] of [
      [10, true],
      [11, false],
    ] as const) {
      const { user, folder, pass } = testSync();
      const vault = await folder();
      const id = (index: number) => `0195cf6a-7c00-7000-8000-${String(index).padStart(12, "0")}`;
      for (let index = 0; index < count; index++)
        vault.files.people.writeInPlace(`Note ${index}.md`, `---\nknote: ${id(index)}\n---\ntext\n`);
      pass();
      const { guards } = await vault.sync();
      expect(guards).toEqual(isDone ? [] : [{ kind: "unknown-ids", count }]);
      expect((await user.api.notes.list({})).notes).toHaveLength(isDone ? count : 0);
      await vault.sync({ adopt: true });
      expect((await user.api.notes.list({})).notes).toHaveLength(count);
    }
  });
});

describe("a disk that is full", () => {
  it("leaves the file as it is, and the next sync goes on", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    await user.api.notes.update({ id: note.id, content: "a longer text" });
    const text = people.text("Owls.md");
    pass();
    vault.files.failWrites("ENOSPC");
    await expect(vault.sync()).rejects.toMatchObject({ code: "ENOSPC" });
    expect(people.text("Owls.md")).toBe(text);
    vault.files.failWrites(null);
    expect(await vault.sync()).toMatchObject(quiet);
    expect(people.text("Owls.md")).toContain("a longer text");
    expect(people.paths().filter((path) => path.startsWith(".knote/tmp/"))).toEqual([]);
  });
});

describe("an editor that had the file open", () => {
  it("loses nothing that it writes after the file was replaced: it becomes a note", async () => {
    const { user, vault, people, note, pass } = await oneNote();
    const editor = people.open("Owls.md")!;
    const text = people.text("Owls.md")!;
    await user.api.notes.update({ id: note.id, content: "from the server" });
    pass();
    await vault.sync();
    editor.write(text.replace("two", "written too late"));
    pass();
    const { conflicts } = await vault.sync();
    expect(conflicts).toHaveLength(1);
    expect((await user.api.notes.list({ tag: ["conflict"] })).notes).toMatchObject([
      { content: "one\n\nwritten too late\n\nthree" },
    ]);
    expect(await vault.sync()).toMatchObject({ ...quiet, acts: new Map() });
  });
});

describe("links", () => {
  async function twoNotes() {
    const world = testSync();
    const vault = await world.folder();
    const [owls, bats] = [await world.user.note("Owls"), await world.user.note("Bats")];
    await vault.sync();
    world.pass();
    const { people } = vault.files;
    const edit = (path: string, change: (text: string) => string) => {
      people.writeInPlace(path, change(people.text(path)!));
      world.pass();
    };
    const relations = async () => (await world.user.api.links.list({})).links.map(({ relation }) => relation);
    return { ...world, vault, owls, bats, people, edit, relations };
  }

  it("are added and removed on both sides", async () => {
    const { user, vault, owls, bats, people, edit, relations } = await twoNotes();
    edit("Owls.md", (text) => text.replace("---\n", '---\nextends:\n  - "[[Bats]]"\n'));
    await vault.sync();
    expect(await relations()).toEqual(["extends"]);
    await user.link(bats, "contradicts", owls);
    await vault.sync();
    expect(people.text("Bats.md")).toContain('contradicts:\n  - "[[Owls]]"\n');
    edit("Bats.md", (text) => text.replace('contradicts:\n  - "[[Owls]]"\n', ""));
    await user.api.links.delete({ source_id: owls.id, target_id: bats.id, relation: "extends" });
    await vault.sync();
    expect(await relations()).toEqual([]);
    expect(people.text("Owls.md")).not.toContain("extends");
    expect(await vault.sync()).toMatchObject({ ...quiet, acts: new Map() });
  });

  it("of a text make relates_to once, and move into the properties when they leave the text", async () => {
    const { user, vault, owls, bats, people, edit, relations } = await twoNotes();
    edit("Bats.md", (text) => `${text}\nSee [[Owls]].\n`);
    await vault.sync();
    expect(await relations()).toEqual(["relates_to"]);
    edit("Bats.md", (text) => text.replace("[[Owls]]", "Owls"));
    await vault.sync();
    expect(await relations()).toEqual(["relates_to"]);
    expect(people.text("Owls.md")).toContain('relates_to:\n  - "[[Bats]]"\n');
    edit("Owls.md", (text) => text.replace('relates_to:\n  - "[[Bats]]"\n', ""));
    await vault.sync();
    expect(await relations()).toEqual([]);
    edit("Bats.md", (text) => text.replace("Owls.", "[[Owls]]."));
    await vault.sync();
    expect(await relations()).toEqual(["relates_to"]);
    await user.api.links.delete({ source_id: bats.id, target_id: owls.id, relation: "relates_to" });
    await vault.sync();
    edit("Bats.md", (text) => `${text}\nmore\n`);
    await vault.sync();
    expect(await relations()).toEqual([]);
  });

  it("are not made of names in a text that came from the server, also when the state was lost", async () => {
    const { user, vault, people, pass, relations } = await twoNotes();
    await user.note("Hawks", { content: "See [[Owls]]." });
    await vault.sync();
    people.remove(".knote/sync.json");
    pass();
    await vault.sync();
    expect(await relations()).toEqual([]);
  });

  it("of properties that name nothing add and remove nothing", async () => {
    const { user, vault, owls, bats, people, edit, relations, pass } = await twoNotes();
    await user.link(owls, "extends", bats);
    await vault.sync();
    edit("Owls.md", (text) => text.replace("[[Bats]]", "[[Bats?]]"));
    await vault.sync();
    expect(await relations()).toEqual(["extends"]);
    expect(people.text("Owls.md")).toContain("[[Bats?]]");
    people.move("Bats.md", "Flying mice.md");
    pass();
    edit("Owls.md", (text) => text.replace("[[Bats?]]", "[[Bats]]"));
    await vault.sync();
    expect(await relations()).toEqual(["extends"]);
  });

  it("reach a file that was held when they were made", async () => {
    const { user, vault, people, pass, owls, bats } = await twoNotes();
    people.move("Owls.md", "sub/Owls.md");
    pass();
    await vault.sync();
    people.setUnreadable("sub", true);
    await user.link(owls, "supersedes", bats);
    await vault.sync();
    await vault.sync();
    people.setUnreadable("sub", false);
    await vault.sync();
    expect(people.text("sub/Owls.md")).toContain('supersedes:\n  - "[[Bats]]"\n');
  });

  it("that the server refuses stay in the file, and are told", async () => {
    const { user, vault, owls, bats, people, edit } = await twoNotes();
    await user.link(owls, "supersedes", bats);
    await vault.sync();
    edit("Bats.md", (text) => text.replace("---\n", '---\nsupersedes:\n  - "[[Owls]]"\n'));
    const { failures } = await vault.sync();
    expect(failures).toMatchObject([{ place: "Bats.md supersedes Owls.md" }]);
    expect(people.text("Bats.md")).toContain("supersedes");
  });
});

describe("two folders", () => {
  it("get each other's edits, and merge or keep both", async () => {
    const { user, folder, pass } = testSync();
    const [one, other] = [await folder({ name: "one" }), await folder({ name: "other" })];
    one.files.people.writeInPlace("Owls.md", "a\n\nb\n\nc\n");
    pass();
    for (const vault of [one, other]) await vault.sync();
    const edit = (vault: typeof one, from: string, to: string) => {
      vault.files.people.writeInPlace("Owls.md", vault.files.people.text("Owls.md")!.replace(`\n${from}`, `\n${to}`));
      pass();
    };
    edit(one, "a\n", "A\n");
    edit(other, "c\n", "C\n");
    for (const vault of [one, other, one]) expect(await vault.sync()).toMatchObject({ conflicts: [] });
    for (const vault of [one, other]) expect(vault.files.people.text("Owls.md")).toContain("A\n\nb\n\nC\n");
    edit(one, "b\n", "B1\n");
    edit(other, "b\n", "B2\n");
    expect((await one.sync()).conflicts).toHaveLength(0);
    expect((await other.sync()).conflicts).toHaveLength(1);
    pass();
    await one.sync();
    expect((await user.api.notes.list({})).notes).toHaveLength(2);
    expect(Object.keys(one.texts())).toHaveLength(2);
  });
});
