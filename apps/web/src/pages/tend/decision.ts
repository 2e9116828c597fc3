/** A decision on a card. `run` carries it out and resolves with a function that undoes it. */
export interface Decision {
  readonly doneText: string;
  /** Ids of notes whose other cards are settled too. */
  readonly settledIds?: readonly string[];
  readonly run: () => Promise<Undo>;
}

export interface Undo {
  (): Promise<unknown>;
  /** Set when the server left something open: what to say in place of `doneText`. */
  readonly refusal?: string;
}
