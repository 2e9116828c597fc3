import type { NoteSelection } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf, searchable } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteSelectingByKeyword(open: OpenStorage): void {
  it("selects among the matches by type, tag and state", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [fact, belief, archived] = [
      await owner.note({ title: "Owls", tags: ["Birds"] }),
      await owner.note({ title: "Owls", note_type: "belief", tags: ["birds", "night"] }),
      await owner.note({ title: "Owls", archived: true }),
    ];
    await owner.note({ title: "Bats", tags: ["birds"] });
    const found = async (selection: NoteSelection) =>
      idsOf(await storage.keywords.search(owner.userId, searchable("owls"), selection));
    expect(await found({})).toEqual(idsOf([fact, belief, archived]));
    expect(await found({ noteTypes: ["belief", "decision"] })).toEqual([belief.id]);
    expect(await found({ tags: ["BIRDS"] })).toEqual(idsOf([fact, belief]));
    expect(await found({ noteTypes: ["fact"], tags: ["birds", "night"] })).toEqual([fact.id]);
    expect(await found({ tags: ["bird"] })).toEqual([]);
    expect(await found({ states: { archived: false, others: "all" } })).toEqual(idsOf([fact, belief]));
    expect(await found({ states: { archived: true, others: "none" } })).toEqual([archived.id]);
    expect(
      await found({ states: { archived: false, others: { only: new Set([fact.id, archived.id, freshId()]) } } }),
    ).toEqual([fact.id]);
    expect(await found({ states: { archived: true, others: { except: new Set([fact.id, archived.id]) } } })).toEqual(
      idsOf([belief, archived]),
    );
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
    const selected = await storage.keywords.search(owner.userId, searchable("owls hunt", "any"), {
      noteTypes: ["belief"],
    });
    expect(selected).toEqual(whole.slice(0, 1));
  });
}
