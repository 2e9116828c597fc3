import type { ImportNote, ImportResult } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { type SendingState, sendGraph } from "./send-graph.ts";
import type { Service } from "./service.ts";

const notes = Array.from({ length: 5 }, (_, index): ImportNote => ({
  key: `k${index}`,
  title: `Note ${index}`,
  content: "-",
  note_type: "fact",
  tags: [],
  importance: 0.5,
}));
const links = [{ source: "k1", target: "k0", relation: "extends" as const }];
const graph = { notes, links };

const creation = (line: number): ImportResult => ({ line, status: "created", id: `id${line}` });
const SUMMARY = { done: true, created: 0, exists: 0, linked: 0, failed: 0 };

/** A service that gives each request the next of these answers, and keeps the bodies. */
function serviceOf(answers: readonly (readonly object[] | Response)[]) {
  const bodies: string[] = [];
  const service: Service = {
    address: "http://service",
    async send(_path, request) {
      const answer = answers[bodies.push(request!.body as string) - 1]!;
      return answer instanceof Response ? answer : new Response(textOf(answer));
    },
  };
  return { service, bodies };
}

function textOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** An answer that breaks off after these lines. */
function cutAfter(lines: readonly object[]): Response {
  let isBegun = false;
  const body = new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(new Error("reset"));
      isBegun = true;
      controller.enqueue(new TextEncoder().encode(`${textOf(lines)}{"line":`));
    },
  });
  return new Response(body);
}

describe("sending a graph", () => {
  it("sends notes before links in parts, and counts what became of each line", async () => {
    const { service, bodies } = serviceOf([
      [creation(1), creation(2), SUMMARY],
      [
        { line: 1, status: "exists", id: "x" },
        { line: 2, status: "exists", id: "y", detail: "Another text." },
        SUMMARY,
      ],
      [
        { line: 1, status: "error", detail: "No.", issues: [{ path: "note.title", message: "title is too long." }] },
        { line: 2, status: "linked" },
        SUMMARY,
      ],
    ]);
    const states: number[] = [];
    const state = await sendGraph(service, graph, {
      lines: 2,
      onState: ({ sentLines }) => void states.push(sentLines),
    });
    expect(
      bodies.map((body) =>
        body
          .trimEnd()
          .split("\n")
          .map((line) => Object.keys(JSON.parse(line))[0]),
      ),
    ).toEqual([
      ["note", "note"],
      ["note", "note"],
      ["note", "link"],
    ]);
    expect(states).toEqual([2, 4, 6]);
    expect(state).toEqual({
      created: [
        { id: "id1", title: "Note 0" },
        { id: "id2", title: "Note 1" },
      ],
      existing: 2,
      differing: 1,
      links: 1,
      refusals: [{ place: "Note 4", detail: "title is too long." }],
      sentLines: 6,
      total: 6,
    });
  });

  it("goes on after the last line that was answered when the connection broke", async () => {
    const { service, bodies } = serviceOf([
      cutAfter([creation(1), creation(2), creation(3)]),
      [creation(1), creation(2), { line: 3, status: "linked" }, SUMMARY],
    ]);
    let last: SendingState | undefined;
    const onState = (state: SendingState) => void (last = state);
    await expect(sendGraph(service, graph, { onState })).rejects.toThrow("Start it again: nothing doubles.");
    expect(last).toMatchObject({ sentLines: 3, created: [{ id: "id1" }, { id: "id2" }, { id: "id3" }] });
    const state = await sendGraph(service, graph, { onState, from: last });
    expect(bodies[1]!.trimEnd().split("\n")).toHaveLength(3);
    expect(state).toMatchObject({ sentLines: 6, links: 1 });
    expect(state.created.map(({ title }) => title)).toEqual(["Note 0", "Note 1", "Note 2", "Note 3", "Note 4"]);
  });

  it.each([
    ["without a summary", [creation(1)], "The import was interrupted."],
    [
      "with a reason",
      [{ ...SUMMARY, done: false, detail: "The access token has expired." }],
      "The access token has expired.",
    ],
    ["with a refusal", Response.json({ detail: "Sign in." }, { status: 401 }), "The service answered 401: Sign in."],
  ])("says why it ended: %s", async (_name, answer, sentence) => {
    const { service } = serviceOf([answer]);
    await expect(sendGraph(service, graph, { onState: () => undefined })).rejects.toThrow(sentence);
  });

  it("stops after the request under way when it is cancelled", async () => {
    const { service, bodies } = serviceOf([[creation(1), creation(2), SUMMARY]]);
    const cancellation = new AbortController();
    const options = { lines: 2, signal: cancellation.signal, onState: () => cancellation.abort() };
    expect(await sendGraph(service, graph, options)).toMatchObject({ sentLines: 2, total: 6 });
    expect(bodies).toHaveLength(1);
  });

  it("sends long texts in requests of their own", async () => {
    const long = notes.slice(0, 3).map((note) => ({ ...note, content: "x".repeat(2_500_000) }));
    const { service, bodies } = serviceOf(long.map(() => [creation(1), SUMMARY]));
    await sendGraph(service, { notes: long, links: [] }, { onState: () => undefined });
    expect(bodies.map((body) => body.length < 4_000_000)).toEqual([true, true, true]);
  });
});
