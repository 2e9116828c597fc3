import { type AnswerModel, type AnswerRequest, isStopWord, type Passage, words } from "@knote/api";

/** For tests: returns a passage that is near the question. */
export function aPassage(passage: Partial<Passage>): Passage {
  return {
    noteId: "0195cf6a-7c00-7000-8000-000000000000",
    title: "A claim",
    text: "Its explanation.",
    state: "active",
    createdAt: "2026-03-01T12:00:00.000Z",
    similarity: 0.6,
    score: 1,
    coverage: 0.6,
    contradicts: [],
    ...passage,
  };
}

/** For tests: returns notes as retrieval does, those that share the most words with the question first. */
export function passagesFor(query: string, notes: readonly Partial<Passage>[]): Passage[] {
  const queryStems = new Set(stemsOf(query));
  const passages = notes.map((note): Passage => {
    const noteStems = new Set(stemsOf(`${note.title ?? ""} ${note.text ?? ""}`));
    const coverage = [...queryStems].filter((stem) => noteStems.has(stem)).length / Math.max(1, queryStems.size);
    const similarity = note.similarity ?? 0.2 + 0.5 * coverage;
    return aPassage({ text: "", coverage, score: similarity, ...note, similarity });
  });
  return passages.sort((a, b) => b.score - a.score);
}

function stemsOf(text: string): string[] {
  return words(text).flatMap((word) => (isStopWord(word.text) ? [] : [word.stem]));
}

/** For tests: returns the whole answer. */
export async function answerOf(
  model: AnswerModel,
  request: Partial<AnswerRequest>,
): Promise<{ text: string; cited: readonly number[]; parts: number }> {
  let text = "";
  const citedLists: (readonly number[])[] = [];
  let parts = 0;
  for await (const part of model.answer({ query: "What?", passages: [], maxTokens: 400, ...request })) {
    parts++;
    if ("cited" in part) citedLists.push(part.cited);
    else if (citedLists.length === 0) text += part.text;
    else throw new Error("Text came after the cited part.");
  }
  if (citedLists.length !== 1) throw new Error(`An answer has one cited part, not ${citedLists.length}.`);
  return { text, cited: citedLists[0]!, parts };
}

/** For tests: returns the numbers that a text cites, ascending. */
export function citationsIn(text: string): number[] {
  return [...new Set(Array.from(text.matchAll(/\[(\d+)\]/g), (match) => Number(match[1])))].sort((a, b) => a - b);
}
