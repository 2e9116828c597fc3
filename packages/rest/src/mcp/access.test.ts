import { ALL_TOOLS } from "@knote/mcp";
import { expect, it } from "vitest";
import { callTool } from "../testing/mcp-calls.ts";
import { startWithNotes } from "../testing/start-with-notes.ts";

/** Arguments with which each tool succeeds. */
function parametersOf(name: string, id: string, other: string): object[] {
  const link = { source_id: id, target_id: other, relation: "extends" };
  const parameters: Record<string, object[]> = {
    search: [{ query: "sleep" }],
    fetch: [{ id }, { id, as_of: "2026-03-01T12:00:00Z" }],
    list_notes: [{}, { q: "sleep" }],
    ask: [{ query: "What does sleep do?" }],
    suggest_links: [{ id }],
    review: ["contested", "needs_review", "near", "orphans", "proposals", "due", "changed"].map((kind) => ({ kind })),
    create_note: [{ title: "Naps help too", content: "A little.", note_type: "belief" }],
    update_note: [{ id, importance: 0.9 }],
    link_notes: [link],
    unlink_notes: [link],
    delete_note: [{ id }],
    restore_note: [{ id }],
  };
  return parameters[name]!;
}

it("needs for each tool no other scope than the one that shows it", async () => {
  const { app, id, other } = await startWithNotes();
  await using _app = app;
  for (const { name, scope } of ALL_TOOLS) {
    const caller = await app.user("ada", { scope });
    for (const parameters of parametersOf(name, id, other)) {
      const { status, body } = await callTool(caller, name, parameters);
      expect({ name, parameters, status, isError: body.result?.isError, text: body.result?.content }).toMatchObject({
        name,
        status: 200,
        isError: undefined,
      });
    }
    for (const lacking of ["notes:read", "notes:write", "ask"].filter((one) => one !== scope)) {
      const stranger = await app.user("ada", { scope: lacking });
      expect((await callTool(stranger, name, parametersOf(name, id, other)[0])).status).toBe(403);
    }
  }
});

it("shows findings of a new note only to tokens that may read", async () => {
  const { app } = await startWithNotes();
  await using _app = app;
  const twin = { title: "Sleep consolidates memory", content: "Again.", note_type: "fact" };
  const writer = await app.user("ada", { scope: "notes:write" });
  expect((await callTool(writer, "create_note", twin)).body.result.structuredContent.findings).toEqual([]);
  const both = await app.user("ada", { scope: "notes:read notes:write" });
  const { findings } = (await callTool(both, "create_note", twin)).body.result.structuredContent;
  expect(findings[0]).toMatchObject({ rule: "same_claim", notes: [{ title: twin.title }] });
});
