import { expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const FACT = { content: "-", note_type: "fact" };

it("merges, lists and undoes over REST, with the documented bodies", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const [one, other, third] = [await ada.note("One"), await ada.note("Other"), await ada.note("Third")];
  await ada.send("POST /api/workspace/links", { json: { source_id: other, target_id: third, relation: "extends" } });
  const before = (await ada.send("GET /api/graph/notes")).body;
  const merge = await ada.send(`POST /api/workspace/notes/${one}/merge`, { json: { with: [other], title: "Both" } });
  expect(merge.status).toBe(200);
  expect(merge.body).toMatchObject({
    note: { id: one, title: "Both", state: "active" },
    merged: [{ id: other, title: "Other" }],
    moved: 1,
  });
  const list = await ada.send("GET /api/graph/operations");
  const { operation } = merge.body;
  expect([list.status, list.body.operations.map(({ id }: { id: string }) => id), list.body.next]).toEqual([
    200,
    [operation],
    null,
  ]);
  const undo = await ada.send(`POST /api/graph/operations/${operation}/undo`);
  expect([undo.status, undo.body]).toEqual([
    200,
    { ...list.body.operations[0], note: { id: one, title: "One" }, state: "undone" },
  ]);
  expect((await ada.send("GET /api/graph/notes")).body).toEqual(before);
});

it("splits over REST with 201, and answers 404 and 409 with a sentence", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const id = await ada.note("Both");
  const parts = [
    { title: "First", ...FACT },
    { title: "Second", ...FACT },
  ];
  const split = await ada.send(`POST /api/workspace/notes/${id}/split`, { json: { parts } });
  expect(split.status).toBe(201);
  expect(split.body).toMatchObject({ original: { id, title: "Both", state: "superseded" } });
  const again = await ada.send(`POST /api/workspace/notes/${id}/split`, { json: { parts } });
  expect([again.status, again.body]).toEqual([409, { detail: "“Both” is superseded: split what replaced it." }]);
  await ada.send(`PUT /api/workspace/notes/${split.body.notes[0].id}`, { json: { content: "Edited." } });
  const undo = await ada.send(`POST /api/graph/operations/${split.body.operation}/undo`);
  expect([undo.status, undo.body]).toEqual([409, { detail: "This split cannot be undone. “First” was edited since." }]);
  const unknown = await ada.send("POST /api/graph/operations/nobody/undo");
  expect([unknown.status, unknown.body]).toEqual([404, { detail: "Operation not found." }]);
});

it("repeats the first answer to the same key, and merges once", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const [one, other] = [await ada.note("One"), await ada.note("Other")];
  const request = { json: { with: [other] }, headers: { "Idempotency-Key": "once" } };
  const first = await ada.send(`POST /api/workspace/notes/${one}/merge`, request);
  const second = await ada.send(`POST /api/workspace/notes/${one}/merge`, request);
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect((await ada.send("GET /api/graph/operations")).body.operations).toHaveLength(1);
});
