import { describe, expect, it } from "vitest";
import { testSync } from "./testing/sync-test.ts";

const quiet = { failures: [], guards: [], holds: [], conflicts: [], isAlike: true };

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

  it("carries edits both ways, and leaves a file alone that was only pushed", async () => {
    const { user, folder, pass } = testSync();
    const vault = await folder();
    const { people } = vault.files;
    const owls = await user.note("Owls", { content: "one\n\ntwo\n\nthree" });
    await vault.sync();
    pass();
    const text = people.text("Owls.md")!.replace("three", "three and a half");
    people.writeInPlace("Owls.md", text);
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    expect((await user.api.notes.get({ id: owls.id })).content).toBe("one\n\ntwo\n\nthree and a half");
    expect(people.text("Owls.md")).toBe(text);
    await user.api.notes.update({ id: owls.id, content: "ONE\n\ntwo\n\nthree and a half" });
    people.writeByRename("Owls.md", text.replace("half", "half!"));
    pass();
    expect(await vault.sync()).toMatchObject(quiet);
    expect((await user.api.notes.get({ id: owls.id })).content).toBe("ONE\n\ntwo\n\nthree and a half!");
    expect(people.text("Owls.md")).toContain("ONE\n\ntwo\n\nthree and a half!\n");
  });
});
