import { describe, expect, it } from "vitest";
import { type LayoutAnswer, serveLayout } from "./serve-layout.ts";

const positions = Float32Array.from([0, 0, 10, 5, -8, 3, 4, -9]);
const links = Uint32Array.from([0, 1, 2, 3]);

/** A worker whose turns and clock the test controls. */
function givenWorker() {
  const answers: LayoutAnswer[] = [];
  const turns: (() => void)[] = [];
  const clock = { now: 0 };
  const say = serveLayout({
    post: (answer) => answers.push(answer),
    now: () => clock.now,
    defer: (work) => turns.push(work),
  });
  const work = (most: number): void => {
    for (let turn = 0; turn < most && turns.length > 0; turn++) turns.shift()!();
  };
  const start = (run: number, rounds = 1_000) => say({ kind: "start", run, positions, links, rounds });
  return { say, start, answers, turns, clock, work };
}

describe("the layout's worker", () => {
  it("posts no further positions before the page has drawn the last ones", () => {
    const { say, start, answers, clock, work } = givenWorker();
    start(1);
    work(3);
    expect(answers).toEqual([]);
    clock.now = 100;
    work(5);
    expect(answers).toHaveLength(1);
    clock.now = 10_000;
    work(5);
    expect(answers).toHaveLength(1);
    say({ kind: "drawn", run: 1, tookMs: 1 });
    clock.now += 100;
    work(2);
    expect(answers).toHaveLength(2);
  });

  it("leaves a slowly drawing page most of its time", () => {
    const { say, start, answers, clock, work } = givenWorker();
    start(1);
    clock.now = 100;
    work(1);
    say({ kind: "drawn", run: 1, tookMs: 60 });
    clock.now += 299;
    work(3);
    expect(answers).toHaveLength(1);
    clock.now += 1;
    work(1);
    expect(answers).toHaveLength(2);
  });

  it("reports when the notes are at rest, even if the page was still drawing, and stops", () => {
    const { say, start, answers, clock, work, turns } = givenWorker();
    start(1, 3);
    clock.now = 100;
    work(50);
    expect(answers.map(({ isDone }) => isDone)).toEqual([false]);
    say({ kind: "drawn", run: 1, tookMs: 1 });
    work(50);
    expect(answers.map(({ isDone }) => isDone)).toEqual([false, true]);
    expect(turns).toEqual([]);
  });

  it("posts positions only of the newest run, and none once stopped", () => {
    const { say, start, answers, clock, work, turns } = givenWorker();
    start(1);
    start(2);
    clock.now = 100;
    work(1);
    say({ kind: "drawn", run: 1, tookMs: 0 });
    clock.now = 200;
    work(1);
    expect(answers.map(({ run }) => run)).toEqual([2]);
    say({ kind: "stop" });
    work(9);
    expect(answers).toHaveLength(1);
    expect(turns).toEqual([]);
  });
});
