import { parseKeywordQuery } from "@knote/api";
import { aNoteWrite } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder } from "../testing/temporary-folder.ts";

const LONG = "To be is to do, and not to be is to have been. ".repeat(60);

describe("phrases", () => {
  it("serves other searches while a phrase is looked for in every note", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const writes = Array.from({ length: 400 }, (_, index) =>
      aNoteWrite({ title: `Owl number${index}`, content: LONG }),
    );
    await Promise.all(writes.map((write) => storage.notes.insert("ada", write, [])));
    await storage.keywords.search("ada", parseKeywordQuery('"owl number1"')!, {});
    const order: string[] = [];
    const search = async (name: string, q: string, userId: string) => {
      const hits = await storage.keywords.search(userId, parseKeywordQuery(q)!, {}, 5);
      order.push(name);
      return hits.length;
    };
    const slow = [
      search("slow", '"been to"', "ada"),
      search("slow too", '"been been"', "ada"),
      search("of words", '"owl owl"', "ada"),
    ];
    const quick = [search("quick", "number7", "ada"), search("quick of another", "number7", "bob")];
    expect(await Promise.all(quick)).toEqual([1, 0]);
    expect(await Promise.all(slow)).toEqual([5, 0, 0]);
    expect(order.slice(0, 2).toSorted()).toEqual(["quick", "quick of another"]);
  });

  it("looks for one user's stop-word phrases between many of another user's", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const [ofAda, ofBob] = [
      aNoteWrite({ content: "To be or not to be." }),
      aNoteWrite({ content: "To be or not to be." }),
    ];
    await storage.notes.insert("ada", ofAda, []);
    await storage.notes.insert("bob", ofBob, []);
    const order: string[] = [];
    const search = async (userId: string, q: string) => {
      const hits = await storage.keywords.search(userId, parseKeywordQuery(q)!, {});
      order.push(userId);
      return hits.length;
    };
    const words = ["to", "be", "or", "not"];
    const phrases = words.flatMap((one) => words.map((other) => `"${one} ${other}"`));
    const hits = await Promise.all([...phrases.map((phrase) => search("ada", phrase)), search("bob", '"to be"')]);
    expect(hits.at(-1)).toBe(1);
    // At most four searches of a user run at a time.
    expect(order.indexOf("bob")).toBeLessThan(4);
  });

  it("finds stop-word phrases in the current notes, also when repeated", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const findIds = async () => {
      const hits = await storage.keywords.search("ada", parseKeywordQuery('"to be or not to be"')!, {});
      return hits.map(({ id }) => id);
    };
    const [one, two] = [
      aNoteWrite({ content: "To be or not to be." }),
      aNoteWrite({ content: "To be or not to be, said he again." }),
    ];
    await storage.notes.insert("ada", one, []);
    expect([await findIds(), await findIds()]).toEqual([[one.note.id], [one.note.id]]);
    await storage.notes.insert("ada", two, []);
    const both = [one.note.id, two.note.id];
    expect([await findIds(), await findIds()]).toEqual([both, both]);
    await storage.notes.delete("ada", one.note.id, one.note.created_at, []);
    expect([await findIds(), await findIds()]).toEqual([[two.note.id], [two.note.id]]);
  });
});
