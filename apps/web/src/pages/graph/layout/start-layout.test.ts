import { expect, it } from "vitest";
import { followLayout } from "./start-layout.ts";

function setUp() {
  const worker = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined });
  const frames: ((time: number) => void)[] = [];
  const pictures: number[] = [];
  const layout = followLayout(
    worker,
    (positions) => pictures.push(positions[0]!),
    (callback) => void frames.push(callback),
  );
  const answer = (run: number, x: number) =>
    worker.dispatchEvent(
      new MessageEvent("message", { data: { run, positions: new Float32Array([x, 0]), isDone: false } }),
    );
  const runFrame = () => frames.shift()?.(performance.now());
  layout.start({ positions: new Float32Array(2), links: new Uint32Array(), rounds: 1 });
  return { layout, answer, runFrame, pictures };
}

it("draws each answer of its run in the next frame", () => {
  const { answer, runFrame, pictures } = setUp();
  answer(1, 5);
  expect(pictures).toEqual([]);
  runFrame();
  answer(0, 7);
  runFrame();
  expect(pictures).toEqual([5]);
});

it.each(["stop", "dispose"] as const)("draws nothing after %s, even if a frame was waiting", (end) => {
  const { layout, answer, runFrame, pictures } = setUp();
  answer(1, 5);
  layout[end]();
  runFrame();
  answer(1, 6);
  runFrame();
  expect(pictures).toEqual([]);
});
