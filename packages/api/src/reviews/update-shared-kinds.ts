import { beginTurn } from "../kit/in-turns.ts";
import type { LooksByRoot } from "./holding-looks.ts";
import type { JudgedLinks } from "./judge-links.ts";
import { hasLooks, kindBit } from "./open-kinds.ts";

/**
 * Works out again the kinds of roots without looks for the notes `starts` and all that rests on them, in place. All
 * others keep theirs, as nothing on their way down has changed.
 */
export async function updateSharedKinds(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  { sharedKinds, starts }: { readonly sharedKinds: Uint8Array; readonly starts: Iterable<number> },
): Promise<void> {
  const { graph, stands, verdicts } = links;
  const { sources, targets, outStarts, inStarts, inLinks } = graph;
  const isOpen = new Uint8Array(stands.length);
  const notes: number[] = [];
  const turn = beginTurn();
  const open = (note: number) => {
    if (isOpen[note]) return;
    isOpen[note] = 1;
    notes.push(note);
  };
  for (const note of starts) open(note);
  // The list grows meanwhile.
  for (let place = 0; place < notes.length; place++) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    const note = notes[place]!;
    sharedKinds[note] = 0;
    for (let at = inStarts[note]!; at < inStarts[note + 1]!; at++) {
      const source = sources[inLinks[at]!]!;
      if (stands[note] && stands[source]) open(source);
    }
  }
  const queue: number[] = [];
  for (const [place, note] of notes.entries()) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    if (!stands[note]) continue;
    for (let link = outStarts[note]!; link < outStarts[note + 1]!; link++) {
      if (verdicts[link] && !hasLooks(links, looksByRoot, link)) sharedKinds[note]! |= kindBit(verdicts[link]!);
      if (!isOpen[targets[link]!]) sharedKinds[note]! |= sharedKinds[targets[link]!]!;
    }
    if (sharedKinds[note]) queue.push(note);
  }
  // A note is in the queue again whenever it has got more kinds: at most five times.
  for (let place = 0; place < queue.length; place++) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    const note = queue[place]!;
    for (let at = inStarts[note]!; at < inStarts[note + 1]!; at++) {
      const source = sources[inLinks[at]!]!;
      if (!stands[source] || (sharedKinds[note]! & ~sharedKinds[source]!) === 0) continue;
      sharedKinds[source]! |= sharedKinds[note]!;
      queue.push(source);
    }
  }
}
