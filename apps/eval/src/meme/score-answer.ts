import { plainText } from "../vault/plain-text.ts";
import type { MemeQuestion } from "./meme-lines.ts";

/** How an answer says that what it quotes may no longer hold; the whole list of our wording. */
const DOUBT = /not certain any more\b/;
/** How an answer says that a rule ("If …") applies. */
const RULE_APPLIED = /that has happened\b/;

/** What an answer holds. Each flag is meant for the tasks that ask for it. */
export interface Score {
  /** Every value that the gold answer names; for tracking in the order of time. */
  readonly hasGold: boolean;
  /** Of cascade and absence: the value from before the change. */
  readonly hasOldValue: boolean;
  /** A doubt, wherever it stands. */
  readonly doubts: boolean;
  /** A doubt stands before the old value or in place of it, and what changed is named. */
  readonly doubtsOldValue: boolean;
  readonly appliesRule: boolean;
}

/** What a score needs besides the answer. */
export interface Gold {
  /** The values that have to be in the answer; for absence and deletion, what held before. */
  readonly values: readonly string[];
  readonly inOrder: boolean;
  readonly oldValues: readonly string[];
  /** The value of the root after its change. */
  readonly rootValue: string;
}

/** Returns what to look for in the answer to a question; `before` is the same question before the change. */
export function goldOf(question: MemeQuestion, before: MemeQuestion | undefined, rootValue: string): Gold {
  const valuesOf = (one: MemeQuestion | undefined) => Object.values(one?.values ?? {}).flat();
  return {
    values: valuesOf(question),
    inOrder: question.task === "Tr",
    oldValues: valuesOf(before),
    rootValue,
  };
}

/** Compares an answer with what it has to hold, without regard to case, spaces and quotation marks. */
export function scoreAnswer(answer: string, { values, inOrder, oldValues, rootValue }: Gold): Score {
  const text = plainText(answer).toLowerCase();
  const placeOf = (value: string, from = 0) => text.indexOf(plainText(value).toLowerCase(), from);
  const oldPlaces = oldValues.map((value) => placeOf(value)).filter((place) => place >= 0);
  const doubtPlace = text.search(DOUBT);
  return {
    hasGold: inOrder ? areInOrder(values, placeOf) : values.every((value) => placeOf(value) >= 0),
    hasOldValue: oldPlaces.length > 0,
    doubts: doubtPlace >= 0,
    doubtsOldValue: doubtPlace >= 0 && oldPlaces.every((place) => place > doubtPlace) && placeOf(rootValue) >= 0,
    appliesRule: RULE_APPLIED.test(text),
  };
}

function areInOrder(values: readonly string[], placeOf: (value: string, from: number) => number): boolean {
  let from = 0;
  for (const value of values) {
    const place = placeOf(value, from);
    if (place < 0) return false;
    from = place + 1;
  }
  return true;
}
