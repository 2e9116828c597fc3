import { describe, expect, it } from "vitest";
import { deriveModel } from "../testing/derive-model.ts";
import { day, type ModelLink, type ModelNote, type ReviewModel } from "../testing/review-model.ts";
import { causeKey, joinBases, type ReviewLook, lostKey, reviewKey } from "./rest-link.ts";

const RELATIONS = { "-": "depends_on", "=": "derived_from", "^": "supersedes", "!": "contradicts" } as const;

describe("a note that depends on another", () => {
  it.each([
    ["needs no review while that stands", "d-x", null],
    ["needs review once that is superseded", "d-x h^x", "superseded x now h"],
    ["needs review by the end of a chain", "d-x h^x i^h", "superseded x now i"],
    ["hears of all heads", "d-x h^x i^x", "superseded x now h,i"],
    ["is silent when it replaced that itself", "d-x d^x", null],
    ["is silent when it rests on the head too", "d-x h^x d-h", null],
    ["needs review when it rests on one of two heads", "d-x h^x i^x d-h", "superseded x now h,i"],
    ["is silent when it rests on both heads", "d-x h^x i^x d-h d=i", null],
    ["needs review when a circle of supersessions has no head", "d-x h^x x^h", "superseded x now "],
    ["needs review once that is archived", "d-X", "archived X now "],
    ["hears that it is superseded before that it is archived", "d-X h^X", "superseded X now h"],
    ["hears that it is archived although it rests on the head", "d-X h^X d-h", "archived X now "],
    ["needs review once that is contested", "d-x c!x", "contested x now c"],
    ["hears of all that contest", "d-x e!x c!x", "contested x now c,e"],
    ["is silent while an archived note contests that", "d-x C!x", null],
    ["is silent while that is upheld", "d-x c!x e!c", null],
    ["needs review while both contradict each other", "d-x c!x x!c", "contested x now c"],
    ["is not shaken by contradictions to what is superseded, once it has moved on", "d-x h^x d-h c!x", null],
    ["needs review over a note that stands", "d-m m-x h^x", "superseded x now h"],
    ["is not reached over a note that is archived", "M-x h^x d-M", "archived M now "],
    ["is not reached over a note that is superseded", "m-x h^x d-m n^m", "superseded m now n"],
    ["needs no review when it is superseded itself", "d-x h^x e^d", null],
    ["needs no review when both rest on each other", "d-x x-d", null],
  ])("%s: %s", async (_, links, description) => {
    const { reviews } = await deriveModel(model(links));
    const [cause] = await reviews.causesOf("d");
    expect(cause ? `${cause.kind} ${cause.id} now ${cause.now.join()}` : null).toBe(description);
    expect(reviews.needsReview("d")).toBe(description !== null);
  });

  it("needs review while it is worded differently than when the link was made, not if the link is younger", async () => {
    const { reviews } = await deriveModel(model("d-x e-x", { x: { claimedAt: day(10) } }, { "e-x": day(10) }));
    expect(await reviews.causesOf("d")).toMatchObject([
      { id: "x", kind: "reworded", now: ["x"], since: day(10), basis: `reworded ${day(10)}` },
    ]);
    expect(await reviews.causesOf("e")).toEqual([]);
  });
});

describe("a deleted foundation", () => {
  it("is told of the note that lost it, without its id", async () => {
    const { reviews } = await deriveModel(model("d-m m-secret", { secret: { deleted: true } }));
    const answers = [await reviews.causesOf("d"), await reviews.causesOf("m")];
    expect(answers).toMatchObject([
      [{ id: "m", kind: "deleted", now: [], path: [{ source_id: "d", target_id: "m", relation: "depends_on" }] }],
      [{ id: "m", kind: "deleted", now: [], path: [] }],
    ]);
    const list = await reviews.list({}, { limit: 10 });
    expect(JSON.stringify([answers, list, await reviews.rankCauses()])).not.toContain("secret");
  });

  it("asks again when another one is lost", async () => {
    const inTrash = { deleted: true };
    const one = await deriveModel(model("m-s m-t", { s: inTrash }));
    const { basis } = (await one.reviews.causesOf("m"))[0]!;
    const looks = new Map([[lostKey("m", "m"), look(basis)]]);
    expect((await deriveModel(model("m-s m-t", { s: inTrash }), looks)).reviews.total).toBe(0);
    expect((await deriveModel(model("m-s m-t", { s: inTrash, t: inTrash }), looks)).reviews.total).toBe(1);
  });
});

describe("a look", () => {
  const LINKS = "d-m e-m m-x h^x";

  it("of a note in the middle quiets what hangs on the cause through it alone", async () => {
    const middle = await deriveModel(model(LINKS), new Map([[reviewKey("m", "x"), look("superseded h", "fine")]]));
    expect(middle.reviews.ids()).toEqual([]);
    expect(await middle.reviews.causesOf("d")).toMatchObject([{ id: "x", look: { reason: "fine" } }]);
    const detour = await deriveModel(model(`${LINKS} d-n n-x`), middle.looks);
    expect(detour.reviews.ids()).toEqual(["d", "n"]);
    expect((await detour.reviews.causesOf("d"))[0]!.path.map(({ target_id }) => target_id)).toEqual(["n", "x"]);
  });

  it("for all quiets the cause for everybody, also for notes written later", async () => {
    const looks = new Map([[causeKey("x"), look("superseded h")]]);
    expect((await deriveModel(model(`${LINKS} f-x`), looks)).reviews.total).toBe(0);
    expect((await deriveModel(model(`${LINKS} f-x i^h`), looks)).reviews.total).toBe(4);
  });

  it("at a contest does not cover the supersession by the same note", async () => {
    const { reviews } = await deriveModel(model("d-x c!x"));
    const looks = new Map([[reviewKey("d", "x"), look((await reviews.causesOf("d"))[0]!.basis)]]);
    expect((await deriveModel(model("d-x c!x"), looks)).reviews.total).toBe(0);
    expect((await deriveModel(model("d-x c!x c^x"), looks)).reviews.total).toBe(1);
  });

  it("can cover two causes of one id", async () => {
    const both = model("d-a a-x d-b b-x c!x", { x: { claimedAt: day(10) } }, { "b-x": day(11) });
    const { reviews } = await deriveModel(both);
    const causes = await reviews.causesOf("d");
    expect(causes.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual(["contested x", "reworded x"]);
    const basis = joinBases(causes.map((cause) => cause.basis));
    expect((await deriveModel(both, new Map([[reviewKey("d", "x"), look(basis)]]))).reviews.needsReview("d")).toBe(
      false,
    );
  });
});

describe("since", () => {
  it.each([
    ["the supersession", "d-x h^x", { "h^x": day(5) }, day(5)],
    ["the first supersession of several", "d-x h^x i^x", { "h^x": day(5), "i^x": day(4) }, day(4)],
    ["the contradiction", "d-x c!x", { "c!x": day(6) }, day(6)],
    ["the link, when it was made later", "d-x h^x", { "d-x": day(9) }, day(9)],
  ])("is %s", async (_, links, times, time) => {
    const { reviews } = await deriveModel(model(links, {}, times));
    expect((await reviews.causesOf("d"))[0]!.since).toBe(time);
  });
});

function look(basis: string, reason: string | null = null): ReviewLook {
  return { basis, at: day(20), reason };
}

/** Makes a graph of links such as `d-x`, see `RELATIONS`; a note in capital letters is archived. */
function model(
  links: string,
  notes: Readonly<Record<string, Partial<ModelNote>>> = {},
  times: Readonly<Record<string, string>> = {},
): ReviewModel {
  const modelLinks = links.split(" ").map((text): ModelLink => {
    const [, source, sign, target] = /^(\w+)(\W)(\w+)$/.exec(text)!;
    const relation = RELATIONS[sign as keyof typeof RELATIONS];
    return { source: source!, target: target!, relation, createdAt: times[text] ?? day(2) };
  });
  const ids = [...new Set(modelLinks.flatMap(({ source, target }) => [source, target]))].sort();
  return {
    notes: ids.map((id) => ({
      id,
      archived: id === id.toUpperCase(),
      deleted: false,
      claimedAt: null,
      ...notes[id],
    })),
    links: modelLinks,
    looks: [],
  };
}
