import type { Relation } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { cue } from "./cue.ts";
import type { NearNote } from "./draft.ts";
import { restsOnOld } from "./rests-on-old.ts";
import { sameClaim } from "./same-claim.ts";
import { saysOtherwise } from "./says-otherwise.ts";
import { aDraft, nearNote } from "./testing/near-note.ts";
import { unlinkedQuote } from "./unlinked-quote.ts";

const linkedBy = (...relations: Relation[]) => ({ relations: new Set(relations) });
const HEAD = { id: "head", title: "Tea calms me" };
const REPLACED_NOTE = { state: "superseded", heads: [HEAD] } as const;

describe("same_claim", () => {
  it.each([
    ["the same title but for case and endings", nearNote("OWLS hunted mice!"), true],
    ["nearly the same words, and a similarity of .88", nearNote("Owls hunt grey mice", { similarity: 0.88 }), true],
    ["a similarity below .88", nearNote("Owls hunt grey mice", { similarity: 0.879 }), false],
    ["a near note in other words", nearNote("Barn owls eat rodents", { similarity: 0.95 }), false],
    ["a near note with another number", nearNote("Owls hunt 3 mice", { similarity: 0.95 }), false],
    ["a near note that denies it", nearNote("Owls do not hunt mice", { similarity: 0.95 }), false],
    ["an archived note", nearNote("Owls hunt mice", { state: "archived" }), false],
    ["a note that the draft contradicts", nearNote("Owls hunt mice", linkedBy("contradicts")), false],
    ["a note that the draft replaced", nearNote("Owls hunt mice", linkedBy("supersedes")), false],
  ])("%s", (_, note, fires) => {
    expect(sameClaim(aDraft("Owls hunt mice"), [note])).toHaveLength(fires ? 1 : 0);
  });

  it("offers to replace an older note, never a newer one", () => {
    const note = nearNote("Owls hunt mice");
    const [finding] = sameClaim(aDraft("Owls hunt mice"), [note]);
    expect(finding).toMatchObject({ notes: [note], offer: { relation: "supersedes", target_id: note.id } });
    expect(sameClaim(aDraft("Owls hunt mice", { id: "0" }), [note])[0]).not.toHaveProperty("offer");
  });

  it("names what replaced a claim that was said before", () => {
    const [finding] = sameClaim(aDraft("Tea keeps me awake"), [nearNote("Tea keeps me awake", REPLACED_NOTE)]);
    expect(finding!.message).toBe("“Tea keeps me awake” said the same and was replaced by “Tea calms me”.");
    expect(finding).not.toHaveProperty("offer");
  });

  it("takes a title of stop words for no claim that another could repeat", () => {
    expect(sameClaim(aDraft("It is so"), [nearNote("It is so")])).toEqual([]);
  });
});

describe("says_otherwise", () => {
  const find = (title: string, note: NearNote) => saysOtherwise(aDraft(title), [note]);

  it("asks, and names no relation", () => {
    const note = nearNote("I drive a Sedan to work");
    expect(find("I drive a Scooter to work", note)).toEqual([
      { rule: "says_otherwise", message: "Does this replace or contradict “I drive a Sedan to work”?", notes: [note] },
    ]);
  });

  it.each([
    ["superseded", nearNote("I drive a Sedan to work", REPLACED_NOTE)],
    ["archived", nearNote("I drive a Sedan to work", { state: "archived" })],
    ["already replaced by the draft", nearNote("I drive a Sedan to work", linkedBy("supersedes"))],
    ["already contradicted by the draft", nearNote("I drive a Sedan to work", linkedBy("contradicts"))],
    ["about somebody else", nearNote("Ada drives a Sedan to work")],
  ])("says nothing of a note that is %s", (_, note) => {
    expect(find("I drive a Scooter to work", note)).toEqual([]);
  });

  it("asks about a note that is only related", () => {
    expect(find("I drive a Scooter to work", nearNote("I drive a Sedan to work", linkedBy("relates_to")))).toHaveLength(
      1,
    );
  });

  it("asks about the nearest three", () => {
    const near = [0.1, 0.4, 0.3, 0.2].map((similarity) =>
      nearNote(`I drive a Sedan${similarity} to work`, { similarity }),
    );
    const findings = saysOtherwise(aDraft("I drive a Scooter to work"), near);
    expect(findings.map(({ notes }) => notes![0]!.similarity)).toEqual([0.4, 0.3, 0.2]);
  });
});

describe("rests_on_old", () => {
  const draft = aDraft("I sleep badly", { content: "As I said. Tea keeps me awake at night." });

  it("points at the name of a note that was replaced, and offers its head", () => {
    const note = nearNote("Tea keeps me awake", REPLACED_NOTE);
    const [finding] = restsOnOld(draft, [note]);
    expect(finding).toMatchObject({
      message: "“Tea keeps me awake” was replaced by “Tea calms me”.",
      notes: [note],
      offer: { relation: "relates_to", target_id: "head" },
    });
    const { field, start, end } = finding!.span!;
    expect([field, draft.content!.slice(start, end)]).toEqual(["content", "Tea keeps me awake"]);
  });

  it("points at an archived note, without an offer", () => {
    const [finding] = restsOnOld(draft, [nearNote("Tea keeps me awake", { state: "archived" })]);
    expect(finding!.message).toBe("“Tea keeps me awake” is archived.");
    expect(finding).not.toHaveProperty("offer");
  });

  it("points at a note that needs review, without an offer", () => {
    const [finding] = restsOnOld(draft, [nearNote("Tea keeps me awake", { needsReview: true })]);
    expect(finding!.message).toBe("“Tea keeps me awake” needs review: it rests on what changed.");
    expect(finding).not.toHaveProperty("offer");
  });

  it.each([
    ["stands", nearNote("Tea keeps me awake")],
    ["is contested", nearNote("Tea keeps me awake", { state: "contested" })],
    ["is not named", nearNote("Coffee keeps me awake", REPLACED_NOTE)],
    ["was replaced by the draft", nearNote("Tea keeps me awake", { ...REPLACED_NOTE, ...linkedBy("supersedes") })],
    ["has a title of more than six words", nearNote("As I said tea keeps me awake", REPLACED_NOTE)],
    ["is named across two sentences", nearNote("Said tea", REPLACED_NOTE)],
  ])("says nothing of a note that %s", (_, note) => {
    expect(restsOnOld(draft, [note])).toEqual([]);
  });

  it("says nothing of an earlier version of the edited note", () => {
    const note = nearNote("Tea keeps me awake", REPLACED_NOTE);
    expect(restsOnOld({ ...draft, id: HEAD.id }, [note])).toEqual([]);
  });
});

describe("unlinked_quote", () => {
  const findNamed = (content: string, title: string, fields: Partial<NearNote> = {}) =>
    unlinkedQuote(aDraft("I sleep badly", { content }), [nearNote(title, fields)]);

  it("offers a link with a note that the draft names", () => {
    const [finding] = findNamed("See the forgetting curves of Ebbinghaus.", "Forgetting curve");
    expect(finding).toMatchObject({
      message: "Names “Forgetting curve” without a link to it.",
      offer: { relation: "relates_to" },
      span: { field: "content", start: 8, end: 25 },
    });
  });

  it("offers to derive the draft from a note whose words it repeats", () => {
    const words = "the barn owl hears mice under deep snow";
    const [finding] = findNamed(`They say ${words}.`, "Owls", { content: `I read that ${words}.` });
    expect(finding).toMatchObject({
      message: "Repeats words of “Owls” without a link to it.",
      offer: { relation: "derived_from" },
    });
  });

  it("takes a single word for a name only where it is written as one", () => {
    expect(findNamed("I feel Flow at work.", "Flow")).toHaveLength(1);
    expect(findNamed("I feel the flow at work.", "Flow")).toEqual([]);
    expect(findNamed("Flow is rare.", "Flow")).toEqual([]);
    expect(findNamed("I am tired. Flow is rare.", "Flow")).toEqual([]);
  });

  it("says nothing of notes that are linked, or do not stand", () => {
    for (const fields of [linkedBy("relates_to"), REPLACED_NOTE, { state: "archived" } as const])
      expect(findNamed("See the forgetting curve.", "Forgetting curve", fields)).toEqual([]);
  });

  it("names the best three", () => {
    const titles = ["Red fox", "Grey wolf", "Brown bear", "White owl"];
    const near = titles.map((title) => nearNote(title));
    const findings = unlinkedQuote(aDraft("I saw animals", { content: `${titles.join(", ")}.` }), near);
    expect(findings.map(({ notes }) => notes![0]!.title)).toEqual(titles.slice(0, 3));
  });

  it("reads two thousand words of a field", () => {
    expect(findNamed(`${"so ".repeat(1_998)}red fox`, "Red fox")).toHaveLength(1);
    expect(findNamed(`${"so ".repeat(1_999)}red fox`, "Red fox")).toEqual([]);
  });
});

describe("cue", () => {
  const title = "Our team lead is Sarah Chen";
  const draft = aDraft("Reviews go to David", {
    content: "Sarah Chen decided it; if the team lead changes, so does this.",
  });

  it("offers to depend on the note that the sentence is about", () => {
    const note = nearNote(title);
    expect(cue(draft, [note, nearNote("Owls hunt mice")])).toEqual([
      {
        rule: "cue",
        message: `Does this depend on “${title}”?`,
        notes: [note],
        span: { field: "content", start: 0, end: 61 },
        offer: { relation: "depends_on", target_id: note.id },
      },
    ]);
  });

  it.each([
    ["depends on it already", draft, nearNote(title, linkedBy("depends_on"))],
    ["is older than it", { ...draft, id: "0" }, nearNote(title)],
    ["names one that was replaced", draft, nearNote(title, REPLACED_NOTE)],
  ])("says nothing where the draft %s", (_, of, note) => {
    expect(cue(of, [note])).toEqual([]);
  });
});
