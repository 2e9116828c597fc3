import type { NoteSelection } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf, searchable } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteSelectingByKeyword(open: OpenStorage): void {
  it("selects among the matches by type, tag and state", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [fact, belief, archivedNote] = [
      await owner.note({ title: "Owls", tags: ["Birds"] }),
      await owner.note({ title: "Owls", note_type: "belief", tags: ["birds", "night"] }),
      await owner.note({ title: "Owls", archived: true }),
    ];
    await owner.note({ title: "Bats", tags: ["birds"] });
    const searchIds = async (selection: NoteSelection) =>
      idsOf(await storage.keywords.search(owner.userId, searchable("owls"), selection));
    expect(await searchIds({})).toEqual(idsOf([fact, belief, archivedNote]));
    expect(await searchIds({ noteTypes: ["belief", "decision"] })).toEqual([belief.id]);
    expect(await searchIds({ tags: ["BIRDS"] })).toEqual(idsOf([fact, belief]));
    expect(await searchIds({ noteTypes: ["fact"], tags: ["birds", "night"] })).toEqual([fact.id]);
    expect(await searchIds({ tags: ["bird"] })).toEqual([]);
    expect(await searchIds({ states: { archived: false, others: "all" } })).toEqual(idsOf([fact, belief]));
    expect(await searchIds({ states: { archived: true, others: "none" } })).toEqual([archivedNote.id]);
    expect(
      await searchIds({
        states: { archived: false, others: { only: new Set([fact.id, archivedNote.id, freshId()]) } },
      }),
    ).toEqual([fact.id]);
    expect(
      await searchIds({ states: { archived: true, others: { except: new Set([fact.id, archivedNote.id]) } } }),
    ).toEqual(idsOf([belief, archivedNote]));
  });

  it("selects before it limits", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (let index = 0; index < 10; index++) await owner.note({ title: "Owls owls owls", content: "-" });
    const { id } = await owner.note({ title: "A long title that names owls once", note_type: "belief" });
    expect(
      idsOf(await storage.keywords.search(owner.userId, searchable("owls"), { noteTypes: ["belief"] }, 1)),
    ).toEqual([id]);
  });

  it("scores the same, whatever is selected", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.note({ title: "Owls hunt", note_type: "belief" });
    for (let index = 0; index < 5; index++) await owner.note({ title: "Owls sleep" });
    const whole = await owner.search("owls hunt", "any");
    const hits = await storage.keywords.search(owner.userId, searchable("owls hunt", "any"), {
      noteTypes: ["belief"],
    });
    expect(hits).toEqual(whole.slice(0, 1));
  });
}
