import { describe, expect, it } from "vitest";
import { expectRefused } from "../testing/expect-refused.ts";
import { startApp } from "../testing/start-app.ts";

describe("malformed ids", () => {
  it.each([
    "x",
    "..",
    "%00",
    "%F0%9F%92%A9",
    "0195CF6A-7C00-7000-8000-000000000001",
    "%2e%2e%2f",
    "__proto__",
    "x".repeat(4_000),
    "'; DROP TABLE notes; --".replaceAll(" ", "%20"),
  ])("%s is not found, like any unknown id", async (id) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const [stranger] = [await app.user("grace")];
    const foreign = await stranger.note("Of someone else");
    for (const end of ["", "/links", "/history", "/suggestions"]) {
      const own = await ada.send(`GET /api/workspace/notes/${id}${end}`);
      const other = await ada.send(`GET /api/workspace/notes/${foreign}${end}`);
      expect(own).toMatchObject({ status: 404, text: '{"detail":"Note not found."}' });
      expect(other).toMatchObject({ status: 404, text: own.text });
    }
    for (const request of [
      `PUT /api/workspace/notes/${id}`,
      `DELETE /api/workspace/notes/${id}`,
      `POST /api/workspace/notes/${id}/restore`,
    ]) {
      expect((await expectRefused(app, ada, request, { json: {} })).status).toBe(404);
    }
  });
});

describe("query parameters out of bounds", () => {
  it.each([
    ["/api/graph/notes?limit=0", "limit"],
    ["/api/graph/notes?limit=1001", "limit"],
    ["/api/graph/notes?limit=1.5", "limit"],
    ["/api/graph/notes?limit=", "limit"],
    ["/api/graph/notes?limit=0x10", "limit"],
    ["/api/graph/notes?limit=1e2", "limit"],
    ["/api/graph/notes?limit=%201", "limit"],
    ["/api/graph/notes?limit=NaN", "limit"],
    ["/api/graph/notes?limit=99999999999999999999", "limit"],
    ["/api/graph/notes?limit=5&limit=6", "limit"],
    ["/api/graph/notes?q=a&q=b", "q"],
    ["/api/graph/notes?q=a&sort=oldest", "sort"],
    ["/api/graph/notes?q=a&sort=newest&sort=newest", "sort"],
    ["/api/graph/notes?note_type=rumour", "note_type"],
    ["/api/graph/notes?note_type=fact&note_type=rumour", "note_type"],
    ["/api/graph/notes?state=deleted", "state"],
    ["/api/graph/notes?tag=", "tag"],
    ["/api/graph/notes?cursor=", "cursor"],
    ["/api/graph/notes?cursor=nonsense", "cursor"],
    ["/api/graph/notes?limit=5&cursor=nonsense", "cursor"],
    ["/api/graph/notes?as_of=", "as_of"],
    ["/api/graph/notes?as_of=yesterday", "as_of"],
    ["/api/graph/notes?as_of=2026-03-01T12:00:00", "as_of"],
    ["/api/graph/notes?as_of=9999-12-31", "as_of"],
    ["/api/graph/notes?limit=5&as_of=9999-12-31", "as_of"],
    ["/api/graph/notes?as_of=2026-03-01&as_of=2026-03-02", "as_of"],
    ["/api/graph/notes?q=owls&as_of=", "as_of"],
    ["/api/graph/notes?q=owls&as_of=9999-12-31", "as_of"],
    ["/api/graph/notes?q=owls&limit=5&as_of=9999-12-31", "as_of"],
    ["/api/graph/notes?q=owls&as_of=2026-03-01&needs_review=true", "needs_review"],
    ["/api/graph/notes?q=owls&as_of=2026-03-01&cursor=nonsense", "cursor"],
    ["/api/graph/notes?as_of=2026-03-01&needs_review=true", "needs_review"],
    ["/api/graph/notes?as_of=2026-03-01&cursor=nonsense", "cursor"],
    ["/api/workspace/notes/unknown?as_of=9999-12-31", "as_of"],
    ["/api/workspace/notes/unknown/links?as_of=9999-12-31", "as_of"],
    ["/api/graph/links?as_of=2026", "as_of"],
    ["/api/graph/links?as_of=9999-12-31", "as_of"],
    ["/api/graph/links?as_of=2026-03-01&cursor=nonsense", "cursor"],
    ["/api/graph/changes", "since"],
    ["/api/graph/changes?since=long%20ago", "since"],
    ["/api/graph/changes?since=9999-12-31", "since"],
    ["/api/graph/changes?since=2026-01-01&until=soon", "until"],
    ["/api/graph/changes?since=2026-01-01&until=9999-12-31", "until"],
    ["/api/graph/changes?since=2026-01-03&until=2026-01-01", "until"],
    ["/api/graph/changes?since=2026-01-01&kind=deleted", "kind"],
    ["/api/graph/changes?since=2026-01-01&limit=0", "limit"],
    ["/api/graph/changes?since=2026-01-01&limit=1001", "limit"],
    ["/api/graph/changes?since=2026-01-01&cursor=nonsense", "cursor"],
    ["/api/graph/links?limit=zero", "limit"],
    ["/api/activity?limit=1001", "limit"],
    ["/api/graph/proposals?state=made", "state"],
    ["/api/graph/proposals?relation=hates", "relation"],
    ["/api/graph/proposals?by=", "by"],
    ["/api/graph/proposals?limit=101", "limit"],
    ["/api/graph/proposals?limit=0", "limit"],
    ["/api/graph/proposals?cursor=nonsense", "cursor"],
    ["/api/graph/proposals?state=dismissed&cursor=rules~~~", "cursor"],
    ["/api/graph/proposals?note_id=a&note_id=b", "note_id"],
    ["/api/graph/notes?needs_review=maybe", "needs_review"],
    ["/api/graph/reviews?kind=gone", "kind"],
    ["/api/graph/reviews?cause=", "cause"],
    ["/api/graph/reviews?limit=0", "limit"],
    ["/api/graph/reviews?limit=101", "limit"],
    ["/api/graph/reviews?cursor=nonsense", "cursor"],
    ["/api/workspace/notes/unknown/impact?if=gone", "if"],
    ["/api/workspace/notes/unknown/impact?if=deleted&if=archived", "if"],
    ["/api/workspace/notes/unknown/impact?limit=0", "limit"],
    ["/api/workspace/notes/unknown/impact?limit=201", "limit"],
    ["/api/workspace/notes/unknown/impact?cursor=", "cursor"],
    ["/api/graph/looks?kind=review", "kind"],
    ["/api/graph/looks?limit=501", "limit"],
    ["/api/graph/looks?cursor=nonsense", "cursor"],
    ["/api/graph/decisions?due=yes", "due"],
    ["/api/graph/decisions?holds=active", "holds"],
    ["/api/graph/decisions?note_type=fact", "note_type"],
    ["/api/graph/decisions?limit=101", "limit"],
    ["/api/graph/decisions?cursor=nonsense", "cursor"],
    ["/api/graph/calibration?since=yesterday", "since"],
    ["/api/graph/calibration?since=2026-03-01T12:00:00", "since"],
    ["/api/graph/calibration?until=2026-02-30", "until"],
    ["/api/graph/calibration?note_type=decision&note_type=fact", "note_type"],
    ["/api/graph/calibration?tag=", "tag"],
    ["/api/graph/operations?limit=101", "limit"],
    ["/api/graph/operations?limit=0", "limit"],
    ["/api/graph/operations?cursor=nonsense", "cursor"],
    [`/api/demo/ask?query=${"x".repeat(2_001)}`, "query"],
    ["/api/demo/ask?query=%00", "query"],
  ])("%s is 422 on %s", async (path, parameter) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { status, body } = await expectRefused(app, ada, `GET ${path}`, {});
    expect({ status, paths: body.issues.map((issue: { path: string }) => issue.path) }).toEqual({
      status: 422,
      paths: [parameter],
    });
  });

  it("of a purge can only be true and false, and not come in a body", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    for (const purge of ["1", "yes", "TRUE", "", "true&purge=true"]) {
      const { status, body } = await expectRefused(app, ada, `DELETE /api/workspace/notes/${id}?purge=${purge}`, {});
      expect({ status, path: body.issues[0].path }).toEqual({ status: 422, path: "purge" });
    }
    expect((await ada.send(`DELETE /api/workspace/notes/${id}?purge=false`, { json: { purge: true } })).status).toBe(
      204,
    );
    expect((await ada.send(`POST /api/workspace/notes/${id}/restore`)).status).toBe(200);
  });

  it("never replace the path or the body", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    const [mine, other] = [await ada.note("Mine"), await ada.note("Other")];
    expect((await ada.send(`GET /api/workspace/notes/${mine}?id=${other}`)).body.id).toBe(mine);
    expect(
      (await ada.send(`PUT /api/workspace/notes/${mine}?title=Changed`, { json: { id: other, importance: 1 } })).body,
    ).toMatchObject({ id: mine, title: "Mine" });
    expect((await ada.send(`GET /api/workspace/notes/${other}`)).body.importance).toBe(0.5);
    expect((await ada.send("POST /api/ask?query=What", { json: {} })).status).toBe(422);
    expect((await grace.send(`GET /api/workspace/notes/${mine}?userId=ada`)).status).toBe(404);
  });
});

describe("search syntax of engines", () => {
  it.each([
    '"',
    "'",
    "*",
    "a*b*",
    "AND OR NOT",
    "NEAR(a b)",
    "title:x",
    "(((",
    "-a",
    "^a",
    "\0",
    "a\ud800",
    "💩",
    "c++ c# node.js",
    "%",
    "\\",
    "; DROP TABLE",
    "x".repeat(5_000),
    "a ".repeat(2_000),
  ])("%s never fails", async (q) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await ada.note("Sleep consolidates memory");
    const search = encodeURIComponent(q.toWellFormed());
    for (const rest of ["", "&limit=5"]) {
      expect((await ada.send(`GET /api/graph/notes?q=${search}${rest}`)).status).toBe(200);
    }
  });
});
