import { type AnswerPart, beginTurn, DomainError } from "@knote/api";
import { NO_ANSWER } from "../answers/answerable.ts";
import { readMarks } from "./marks.ts";
import { saysNotesAreSilent } from "./says-notes-are-silent.ts";
import { storableText } from "./storable-text.ts";
import { createSentenceReader, sentencesOf } from "./sentence-reader.ts";

/** How long pieces that arrived at once are read before other answers get a turn. */
const PIECES_MS = 2;

/** A piece of a model's answer with citations as marks. `outOfTokens` comes last, if the tokens did not suffice. */
export type AnswerPiece = { readonly text: string } | { readonly outOfTokens: true };

/**
 * Passes on only the sentences that cite one of the `count` notes or say that the notes do not tell, then the
 * numbers of the cited notes. When no sentence is left, one says that there is no answer.
 */
export async function* groundedAnswer(pieces: AsyncIterable<AnswerPiece>, count: number): AsyncGenerator<AnswerPart> {
  const citedNumbers = new Set<number>();
  const reader = createSentenceReader();
  let gap = "";
  let hasText = false;
  let ranOutOfTokens = false;

  function* admit(sentences: readonly string[]): Generator<AnswerPart> {
    for (const sentence of sentences) {
      const read = readMarks(storableText(sentence), count);
      const words = read.text.trim();
      if (words !== "" && (read.cited.length > 0 || saysNotesAreSilent(words))) {
        read.cited.forEach((number) => citedNumbers.add(number));
        yield { text: hasText ? gap + words : words };
        hasText = true;
        gap = "";
      }
      gap = widest(gap, sentence);
    }
  }

  const turn = beginTurn(PIECES_MS);
  for await (const piece of pieces) {
    if (turn.isOver()) await turn.next();
    if ("outOfTokens" in piece) ranOutOfTokens = true;
    else yield* admit(reader.read(piece.text));
  }
  yield* admit(sentencesOf(ranOutOfTokens ? markUnfinished(reader.rest()) : reader.rest()));
  yield* hasText ? [] : [{ text: NO_ANSWER }];
  yield { cited: [...citedNumbers].sort((one, other) => one - other) };
}

/** The error for a model that spent all its tokens on thoughts, which tells nothing about the notes. */
export function noWordsError(): DomainError {
  return new DomainError("PROVIDER_FAILED", "The answer model ran out of tokens before its first word.");
}

/** Adds an ellipsis to an incomplete sentence. */
function markUnfinished(rest: string): string {
  const text = rest.trimEnd();
  return text === "" || /[.!?…。！？][\s"'”’)\]\d[]*$/.test(text) ? text : `${text} …`;
}

/** Returns the widest gap between two passed sentences: a paragraph, a line break or a space. */
function widest(gap: string, sentence: string): string {
  const breaks = Math.max(lineBreaks(gap), lineBreaks(/\s*$/.exec(sentence)![0]));
  return breaks > 0 ? "\n".repeat(Math.min(2, breaks)) : " ";
}

function lineBreaks(space: string): number {
  return space.split("\n").length - 1;
}
