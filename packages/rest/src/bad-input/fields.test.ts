import { describe, expect, it } from "vitest";
import { expectRefused } from "../testing/expect-refused.ts";
import { startApp } from "../testing/start-app.ts";

const NOTE = { title: "Sleep consolidates memory", content: "It does.", note_type: "fact" };
const POST = "POST /api/workspace/notes";

describe("malicious JSON", () => {
  it.each<[string, string]>([
    ["lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ])("10,000 %s deep is refused in a field and ignored beside the fields", async (_name, deep) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const field of ["title", "tags", "importance", "note_type"]) {
      const bytes = JSON.stringify({ ...NOTE, [field]: "DEEP" }).replace('"DEEP"', deep);
      expect((await expectRefused(app, ada, POST, { bytes })).status).toBe(422);
    }
    const bodyWithExtra = JSON.stringify({ ...NOTE, other: "DEEP" }).replace('"DEEP"', deep);
    expect((await ada.send(POST, { bytes: bodyWithExtra })).status).toBe(201);
    const whole = await ada.send(POST, { bytes: deep });
    expect(whole.status).toBe(422);
  });

  it("changes no prototype", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const polluting = [
      '"__proto__":{"importance":1,"polluted":true}',
      '"constructor":{"prototype":{"polluted":true}}',
      '"prototype":{},"toString":1,"hasOwnProperty":null',
    ];
    for (const part of polluting) {
      const { status, body } = await ada.send(POST, { bytes: `{${part},${JSON.stringify(NOTE).slice(1)}` });
      expect({ status, importance: body.importance }).toEqual({ status: 201, importance: 0.5 });
    }
    const onlyInherited = await ada.send(POST, { bytes: `{"__proto__":${JSON.stringify(NOTE)}}` });
    expect(onlyInherited.status).toBe(422);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("fields out of bounds", () => {
  const long = (length: number) => "𝒳".repeat(length);

  it.each<[string, object, string[]]>([
    ["missing", { title: undefined, content: undefined, note_type: undefined }, ["title", "content", "note_type"]],
    ["null", { title: null, tags: null, importance: null }, ["title", "tags", "importance"]],
    ["of another type", { title: 1, tags: "a", importance: "0.5" }, ["title", "tags", "importance"]],
    ["blank", { title: " \t\n", content: "\u3000" }, ["title", "content"]],
    ["too long", { title: long(301), content: "x".repeat(50_001) }, ["title", "content"]],
    ["with NUL", { title: "a\0b", tags: ["ok", "a\0"] }, ["title", "tags.1"]],
    ["with lone surrogates", { title: "a\ud800", content: "\udc00b" }, ["title", "content"]],
    ["of another spelling", { note_type: "Fact" }, ["note_type"]],
    ["not to be weighed", { importance: 1.01 }, ["importance"]],
    ["below nothing", { importance: -0.01 }, ["importance"]],
    ["tags of all kinds", { tags: ["a", 1, "", long(65), null] }, ["tags.1", "tags.2", "tags.3", "tags.4"]],
    ["33 tags", { tags: Array.from({ length: 33 }, (_, index) => `t${index}`) }, ["tags"]],
    ["10,001 tags", { tags: Array.from({ length: 10_001 }, () => "a") }, ["tags"]],
  ])("%s are named", async (_name, fields, paths) => {
    await using app = await startApp();
    const { status, body } = await expectRefused(app, await app.user("ada"), POST, { json: { ...NOTE, ...fields } });
    expect(status).toBe(422);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual(paths);
    for (const { message } of body.issues) expect(message).not.toBe("");
  });

  it("of looks are named by their place", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const fine = { key: `orphan ${await ada.note("Sleep consolidates memory")}` };
    const LOOKS = "POST /api/graph/looks";
    const bodies: [object, string[]][] = [
      [{}, ["looks"]],
      [{ looks: "all" }, ["looks"]],
      [{ looks: [fine, { key: "near a b" }, { key: 1 }, {}] }, ["looks.1.key", "looks.2.key", "looks.3.key"]],
      [{ looks: [{ ...fine, reason: "x".repeat(501) }] }, ["looks.0.reason"]],
      [{ looks: Array.from({ length: 501 }, () => fine) }, ["looks"]],
    ];
    for (const [json, paths] of bodies) {
      const { status, body } = await expectRefused(app, ada, LOOKS, { json });
      expect({ status, paths: body.issues.map(({ path }: { path: string }) => path) }).toEqual({ status: 422, paths });
    }
    for (const query of ["", "?key=", "?key=near%20a%20b", `?key=${encodeURIComponent(fine.key)}&key=x`])
      expect((await expectRefused(app, ada, `DELETE /api/graph/looks${query}`, {})).status).toBe(422);
    const most = { looks: Array.from({ length: 500 }, () => ({ ...fine, reason: "x".repeat(500) })) };
    expect((await ada.send(LOOKS, { json: most })).body).toEqual({ stored: 1 });
  });

  it("of a stance and an outcome are named, each with its sentence", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { body: note } = await ada.send(POST, { json: { ...NOTE, note_type: "decision" } });
    const fact = await ada.note("Sleep consolidates memory");
    const refusals: [string, object, string, string][] = [
      ["stance", { confidence: 1.01 }, "confidence", "confidence must be at most 1."],
      ["stance", { confidence: -0.01 }, "confidence", "confidence must be at least 0."],
      ["stance", { confidence: "0.7" }, "confidence", "confidence must be a number."],
      ["stance", { confidence: null }, "confidence", "confidence must be a number."],
      ["stance", { expects: "" }, "expects", "expects must not be empty."],
      ["stance", { expects: null }, "expects", "expects must be a string."],
      ["stance", { expects: long(2_001) }, "expects", "expects must have at most 2,000 characters."],
      ["stance", { review_on: "2026-02-30" }, "review_on", "review_on must be a date such as 2026-03-01, or null."],
      [
        "stance",
        { review_on: "2026-03-01T12:00:00Z" },
        "review_on",
        "review_on must be a date such as 2026-03-01, or null.",
      ],
      ["stance", { review_on: 5 }, "review_on", "review_on must be a date such as 2026-03-01, or null."],
      ["outcome", {}, "outcome", "outcome must be came_true, came_false, mixed or unknown."],
      ["outcome", { outcome: "true" }, "outcome", "outcome must be came_true, came_false, mixed or unknown."],
      ["outcome", { outcome: "mixed", text: " " }, "text", "text must not be empty."],
      ["outcome", { outcome: "mixed", text: long(2_001) }, "text", "text must have at most 2,000 characters."],
    ];
    for (const [end, json, path, message] of refusals) {
      const request = `PUT /api/workspace/notes/${note.id}/${end}`;
      const { status, body } = await expectRefused(app, ada, request, { json });
      expect({ status, issues: body.issues }).toEqual({ status: 422, issues: [{ path, message }] });
    }
    const ofFact = [{ path: "note_type", message: "Only a decision or a belief can have a stance." }];
    for (const [request, json] of [
      ["GET stance", undefined],
      ["PUT stance", { confidence: 0.7 }],
      ["PUT outcome", { outcome: "mixed" }],
      ["DELETE outcome", undefined],
    ] as const) {
      const [method, end] = request.split(" ");
      const line = `${method} /api/workspace/notes/${fact}/${end}`;
      const { status, body } = await expectRefused(app, ada, line, json === undefined ? {} : { json });
      expect({ status, issues: body.issues }).toEqual({ status: 422, issues: ofFact });
    }
    const most = { confidence: 1, expects: long(2_000), review_on: "2028-02-29" };
    const accepted = await ada.send(`PUT /api/workspace/notes/${note.id}/stance`, { json: most });
    expect({ status: accepted.status, body: accepted.body }).toMatchObject({ status: 200, body: most });
    const outcome = { outcome: "came_true", text: long(2_000) };
    expect((await ada.send(`PUT /api/workspace/notes/${note.id}/outcome`, { json: outcome })).status).toBe(200);
    const late = await expectRefused(app, ada, `PUT /api/workspace/notes/${note.id}/stance`, { json: most });
    expect(late).toMatchObject({
      status: 409,
      body: { detail: "The outcome of this note is recorded; withdraw it before you change the stance." },
    });
  });

  it("of decisions and proposals are named by their place", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const [older, newer] = [await ada.note("Sleep consolidates memory"), await ada.note("Tea calms me")];
    const fine = { key: `${newer}~${older}`, decision: "dismiss" };
    const [DECIDE, PROPOSE] = ["POST /api/graph/proposals/decisions", "POST /api/graph/proposals"];
    const link = { source_id: newer, target_id: older, relation: "extends", by: "me" };
    const bodies: [string, object, string[]][] = [
      [DECIDE, {}, ["decisions"]],
      [DECIDE, { decisions: [] }, ["decisions"]],
      [DECIDE, { decisions: Array.from({ length: 101 }, () => fine) }, ["decisions"]],
      [
        DECIDE,
        { decisions: [fine, { ...fine, key: "a~b" }, { key: fine.key }] },
        ["decisions.1.key", "decisions.2.decision"],
      ],
      [DECIDE, { decisions: [{ ...fine, decision: "retype" }] }, ["decisions.0.relation"]],
      [
        DECIDE,
        { decisions: [{ ...fine, decision: "retype", relation: "hates", swap: 1 }] },
        ["decisions.0.relation", "decisions.0.swap"],
      ],
      [PROPOSE, {}, ["source_id", "target_id", "relation", "by"]],
      [PROPOSE, { ...link, by: "x".repeat(41), quote: "" }, ["quote", "by"]],
      [PROPOSE, { ...link, target_id: newer }, ["target_id"]],
      [PROPOSE, { ...link, quote: "made up" }, ["quote"]],
      ["POST /api/graph/proposals/run", { note_ids: [] }, ["note_ids"]],
      ["POST /api/graph/proposals/run", { since: "now" }, ["since"]],
    ];
    for (const [request, json, paths] of bodies) {
      const { status, body } = await expectRefused(app, ada, request, { json });
      expect({ status, paths: body.issues.map(({ path }: { path: string }) => path) }).toEqual({ status: 422, paths });
    }
    const most = { decisions: Array.from({ length: 100 }, () => fine) };
    expect((await ada.send(DECIDE, { json: most })).body.results).toHaveLength(100);
  });

  it("of merges and splits are named by their place", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    const merges: [object, string[]][] = [
      [{}, ["with"]],
      [{ with: "all" }, ["with"]],
      [{ with: [] }, ["with"]],
      [{ with: [1, null] }, ["with.0", "with.1"]],
      [{ with: Array.from({ length: 11 }, (_, index) => `n${index}`) }, ["with"]],
      [{ with: ["other", id] }, ["with"]],
      [{ with: ["other"], title: "", importance: 2, tags: null }, ["title", "tags", "importance"]],
    ];
    const part = { title: "One", content: "-", note_type: "fact" };
    const parts = (count: number) => Array.from({ length: count }, () => part);
    const withLink = (link: unknown) => ({ parts: [part, { ...part, links: [link] }] });
    const splits: [object, string[]][] = [
      [{}, ["parts"]],
      [{ parts: "all" }, ["parts"]],
      [{ parts: parts(1) }, ["parts"]],
      [{ parts: parts(21) }, ["parts"]],
      [{ parts: [part, { title: "One" }] }, ["parts.1.content", "parts.1.note_type"]],
      [{ parts: [part, { ...part, links: "all" }] }, ["parts.1.links"]],
      [withLink({ relation: "extends" }), ["parts.1.links.0"]],
      [withLink({ relation: "extends", source_id: id, target_id: id }), ["parts.1.links.0"]],
      [withLink({ relation: "likes", source_id: id }), ["parts.1.links.0.relation"]],
      [withLink({ relation: "extends", source_id: 1 }), ["parts.1.links.0.source_id"]],
      [withLink({ relation: "supersedes", source_id: id }), ["parts.1.links.0.relation"]],
    ];
    const bodies = [
      ...merges.map(([json, paths]) => ["merge", json, paths] as const),
      ...splits.map(([json, paths]) => ["split", json, paths] as const),
    ];
    for (const [verb, json, paths] of bodies) {
      const { status, body } = await expectRefused(app, ada, `POST /api/workspace/notes/${id}/${verb}`, { json });
      const found = body.issues.map(({ path }: { path: string }) => path);
      expect({ json, status, paths: found }).toEqual({ json, status: 422, paths });
      for (const { message } of body.issues) expect(message).not.toBe("");
    }
  });

  it("are counted as documented: in code points, after trimming", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const json = {
      ...NOTE,
      title: ` ${long(300)} `,
      tags: [` ${long(64)}`, ...Array.from({ length: 9_999 }, () => "Twice")],
    };
    const { status, body } = await ada.send(POST, { json });
    expect({ status, title: body.title, tags: body.tags }).toEqual({
      status: 201,
      title: long(300),
      tags: [long(64), "Twice"],
    });
  });

  it("are ignored when they are unknown", async () => {
    await using app = await startApp();
    const json = { ...NOTE, id: "mine", state: "archived", created_at: "yesterday", userId: "grace", unknown: [{}] };
    const { status, body } = await (await app.user("ada")).send(POST, { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: "active", created_at: new Date(app.services.clock.now()).toISOString() });
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
