import { DomainError, type AnswerModel, type AnswerRequest } from "@knote/api";
import { createGate } from "./gate.ts";

/** A scripted answer. */
export interface AnswerScript {
  /** Pieces of the text, in order. */
  readonly text: readonly string[];
  /** Numbers of the passages that the answer rests on. */
  readonly cited: readonly number[];
  /** Thrown after the text instead of yielding `cited`. */
  readonly error?: Error;
}

/** An answer model that follows the test's script. */
export interface ScriptedModel extends AnswerModel {
  /** All requests, in order. */
  readonly requests: readonly AnswerRequest[];
  setStatus(status: ReturnType<AnswerModel["status"]>): void;
  /** Makes the next piece wait until `release`. */
  hold(): void;
  release(): void;
}

export function createScriptedModel(
  id: string,
  script: (request: AnswerRequest) => AnswerScript = quoteTheBest,
): ScriptedModel {
  const requests: AnswerRequest[] = [];
  const holdGate = createGate();
  let status: ReturnType<AnswerModel["status"]> = "ready";
  return {
    id,
    requests,
    status: () => status,
    async *answer(request) {
      requests.push(request);
      if (status === "down") throw new DomainError("UNAVAILABLE", "The answer model is down.");
      const { text, cited, error } = script(request);
      for (const piece of text) {
        await holdGate.passing(request.signal);
        yield { text: piece };
      }
      await holdGate.passing(request.signal);
      if (error !== undefined) throw error;
      yield { cited };
    },
    setStatus(next) {
      status = next;
    },
    hold: holdGate.close,
    release: holdGate.open,
  };
}

/** Answers with the first passage, if there is one. */
function quoteTheBest({ passages }: AnswerRequest): AnswerScript {
  const best = passages[0];
  return best ? { text: [`${best.title} `, "[1]"], cited: [1] } : { text: ["The notes hold no answer."], cited: [] };
}
