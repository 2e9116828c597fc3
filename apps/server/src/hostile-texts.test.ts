import { cpuTimeOf } from "@knote/testkit";
import { expect, it } from "vitest";
import { createWorld, type World } from "./testing/isolation/world.ts";
import type { WireCall } from "./testing/isolation/procedure-calls.ts";

const USER = "github:1";
/** A pattern that backtracks takes thousands of times as long; a busy machine does not. */
const WORST_RATIO = 60;
/** Shorter measurements are noise. */
const LEAST_MS = 8;
const ROUNDS = 3;

/** Each piece is repeated to the field's length, two times in three with an end that matches nothing before it. */
const PIECES = [
  ...[
    "a",
    "a ",
    " ",
    "\t",
    "\u3000",
    "\n",
    "a\n",
    ".",
    "...",
    "-",
    "--",
    "_",
    "'",
    '"',
    '" ',
    '"a',
    "*",
    "a*",
    "(",
    "()",
    "[",
    "[1]",
  ],
  ...[
    "[[",
    "\\",
    "/",
    "//",
    "http://",
    "@",
    "a@",
    "a.a",
    "a.",
    ".a",
    "#",
    "c++",
    "&",
    "!",
    "?",
    "? ",
    "aA",
    "aé",
    "e\u0301",
    "\u0301",
  ],
  ...[
    "1",
    "1.",
    "1,",
    "1/",
    "1-1-",
    "2026-",
    "2026-03-",
    "on 3 March ",
    "March ",
    "last ",
    "in ",
    "since ",
    "before 2026 ",
    "yesterday ",
  ],
  ...[
    "compare ",
    "summarize ",
    "summarize  ",
    "analyz",
    "not ",
    "and or ",
    "is was ",
    "what ",
    "who is the ",
    "漢",
    "漢字かな",
    "😀",
    "👩‍👩‍👧",
    "ß",
    "İ",
    "ﬃ",
  ],
];
const ENDS = ["", "!", "$"];

it("takes no longer over a hostile text than over a plain one of its size", { timeout: 300_000 }, async () => {
  await using world = await createWorld("2026-03-31T12:00:00.000Z", new Map([[USER, "agent"]]));
  for (let count = 0; count < 20; count++) {
    await expectAnswer(
      world,
      noteOf(`Owls hunt mice in winter ${count}`, "They hear them under the snow. ".repeat(20)),
    );
  }
  const fields: Record<string, { readonly size: number; make(text: string): WireCall }> = {
    title: { size: 290, make: (text) => noteOf(`x${text}x`, "Short.") },
    content: { size: 20_000, make: (text) => noteOf("Short", `x${text}x`) },
    tag: {
      size: 60,
      make: (text) =>
        post("/api/workspace/notes", { title: "x", content: "x", note_type: "fact", tags: [`x${text}x`] }),
    },
    search: { size: 3_000, make: (text) => get(`/api/graph/notes?limit=5&q=${encodeURIComponent(text)}`) },
    recall: { size: 1_900, make: (text) => post("/api/recall", { query: `x${text}x` }) },
    question: { size: 1_900, make: (text) => post("/api/ask", { query: `x${text}x` }) },
  };
  for (const [field, { size, make }] of Object.entries(fields)) {
    const plain = await timeOf(world, make(repeatToSize("owls hunt mice under snow ", size)), 0);
    for (const [index, piece] of PIECES.entries()) {
      const text = repeatToSize(piece, size) + ENDS[index % ENDS.length]!;
      const most = WORST_RATIO * Math.max(plain, LEAST_MS);
      const ratio = ((await timeOf(world, make(text), most)) / most) * WORST_RATIO;
      if (ratio > WORST_RATIO)
        expect.fail(`${field} of ${JSON.stringify(piece)} takes ${Math.round(ratio)} times as long as words`);
    }
  }
});

/** Returns the shortest time of a few rounds, which other work disturbs least; stops once one is short enough. */
async function timeOf(world: World, call: WireCall, enoughMs: number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && shortest > enoughMs; round++) {
    shortest = Math.min(shortest, await cpuTimeOf(() => expectAnswer(world, call), { rounds: 1 }));
  }
  return shortest;
}

async function expectAnswer(world: World, call: WireCall): Promise<void> {
  const { status } = await world.send(call, world.tokenOf(USER));
  expect(status).toBeLessThan(500);
}

function repeatToSize(piece: string, size: number): string {
  const whole = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  return whole.isWellFormed() ? whole : whole.slice(0, -1);
}

function noteOf(title: string, content: string): WireCall {
  return post("/api/workspace/notes", { title, content, note_type: "fact" });
}

function post(path: string, body: object): WireCall {
  return { method: "POST", path, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function get(path: string): WireCall {
  return { method: "GET", path, headers: {} };
}
