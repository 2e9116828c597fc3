import { expect, it } from "vitest";
import { expectRefused } from "../testing/expect-refused.ts";
import { startApp } from "../testing/start-app.ts";

const PART = { title: "Part", content: "-", note_type: "fact" };
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

it("names each bad field of looks, merges, splits, proposals and checks, with its sentence", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const [id, other] = [await ada.note("Sleep consolidates memory"), await ada.note("Owls hunt mice")];
  const note = `/api/workspace/notes/${id}`;
  const [review, impact, merge, split] = ["review", "impact", "merge", "split"].map((end) => `${note}/${end}`);
  const proposals = "/api/graph/proposals";
  const pair = { source_id: id, target_id: other, relation: "extends", by: "librarian" };
  const key = `${other}~${id}`;
  const refusals: [string, object, string, string][] = [
    [`PUT ${review}`, { causes: [] }, "causes", "causes must not be empty."],
    [`PUT ${review}`, { causes: many(201, { id, basis: "" }) }, "causes", "causes must have at most 200 entries."],
    [
      `PUT ${review}`,
      { causes: [{ id, basis: "-" }] },
      "causes.0.id",
      "The note does not need review because of this one.",
    ],
    [`PUT ${review}`, { reason: " " }, "reason", "reason must not be empty."],
    [`PUT ${review}`, { reason: "x".repeat(501) }, "reason", "reason must have at most 500 characters."],
    [`PUT ${impact}`, { reason: "" }, "reason", "reason must not be empty."],
    [`PUT ${impact}`, { reason: "x".repeat(501) }, "reason", "reason must have at most 500 characters."],
    [`POST ${merge}`, { with: [] }, "with", "with must name at least one note."],
    [`POST ${merge}`, { with: many(11, other) }, "with", "with must name at most 10 notes."],
    [`POST ${merge}`, { with: [id] }, "with", "A note cannot be merged with itself."],
    [`POST ${split}`, { parts: [PART] }, "parts", "parts must have at least 2 entries."],
    [`POST ${split}`, { parts: many(21, PART) }, "parts", "parts must have at most 20 entries."],
    [`POST ${proposals}`, { ...pair, quote: "" }, "quote", "quote must not be empty."],
    [`POST ${proposals}`, { ...pair, by: "x".repeat(41) }, "by", "by must have at most 40 characters."],
    [`POST ${proposals}/decisions`, { decisions: [] }, "decisions", "decisions must not be empty."],
    [
      `POST ${proposals}/decisions`,
      { decisions: [{ key, decision: "yes" }] },
      "decisions.0.decision",
      "decision must be accept, retype, dismiss or reopen.",
    ],
    [`POST ${proposals}/run`, { note_ids: [] }, "note_ids", "note_ids must not be empty."],
    [`POST ${proposals}/run`, { note_ids: many(51, id) }, "note_ids", "note_ids must have at most 50 entries."],
    [`POST ${proposals}/run`, { since: "soon" }, "since", "since must be a time in ISO 8601 with a zone."],
    ["POST /api/workspace/notes/check", { title: "Owls", judge: 1 }, "judge", "judge must be true or false."],
    ["POST /api/workspace/notes/check", { title: "Owls", id: 1 }, "id", "id must be a string."],
  ];
  for (const [request, json, path, message] of refusals) {
    const { status, body } = await expectRefused(app, ada, request, { json });
    expect({ request, status, issues: body.issues }).toEqual({ request, status: 422, issues: [{ path, message }] });
  }
});

it("tells a user nothing of another's notes, in no path, cause or count", async () => {
  await using app = await startApp();
  const users = [await app.user("ada"), await app.user("grace")];
  const graphs = [];
  for (const user of users) {
    const create = async (title: string) => {
      const json = { title, content: "It does.", note_type: "decision" };
      return (await user.send("POST /api/workspace/notes", { json })).body.id as string;
    };
    const [old, newer, plan, report] = [
      await create("Our team lead is Sarah Chen"),
      await create("Our team lead is Jihoon Ryu"),
      await create("Reviews go to Seoyun Choi"),
      await create("The report goes to James Lee"),
    ];
    const link = async (source_id: string, relation: string, target_id: string) =>
      await user.send("POST /api/workspace/links", { json: { source_id, target_id, relation } });
    await link(plan, "depends_on", old);
    await link(report, "derived_from", plan);
    await link(newer, "supersedes", old);
    graphs.push({ user, ids: [old, newer, plan, report], plan, old, newer });
  }
  for (const { user, ids, plan, old, newer } of graphs) {
    const foreignIds = graphs.flatMap((graph) => graph.ids).filter((id) => !ids.includes(id));
    const read = async (path: string) => {
      const { status, text, body } = await user.send(`GET ${path}`);
      expect({ path, status }).toEqual({ path, status: 200 });
      for (const id of foreignIds) expect(text).not.toContain(id);
      return body;
    };
    const { reviews, total } = await read("/api/graph/reviews");
    expect({ total, causes: reviews.map((one: { cause: { id: string } }) => one.cause.id) }).toEqual({
      total: 2,
      causes: [old, old],
    });
    expect((await read(`/api/workspace/notes/${plan}/review`)).causes).toMatchObject([{ now: [{ id: newer }] }]);
    expect((await read(`/api/workspace/notes/${newer}/impact?if=archived`)).total).toBe(0);
    expect((await read("/api/graph/health")).load_bearing).toBe(2);
    expect((await read("/api/graph/changes?since=2020-01-01")).counts).toMatchObject({ written: 4, needs_review: 2 });
    expect((await read("/api/graph/decisions")).decisions).toHaveLength(4);
    for (const path of ["proposals", "looks", "operations", "calibration", "proposals/precision"])
      await read(`/api/graph/${path}`);
    for (const id of foreignIds)
      for (const end of ["review", "impact", "stance"])
        expect((await user.send(`GET /api/workspace/notes/${id}/${end}`)).status).toBe(404);
  }
});
