import type { KeywordQuery, NoteCounts, NoteSelection, VectorHit } from "@knote/api";

/** Hits in columns: so a long list crosses between threads at once, and is taken apart bit by bit. */
export interface HitColumns {
  /** Ids, each followed by a NUL. */
  readonly ids: string;
  readonly scores: Float64Array | readonly number[];
}

/** What the search worker can be asked, as the calls that its threads exchange. */
export interface SearchCalls {
  ping(): void;
  search(sub: string, query: KeywordQuery, selection: NoteSelection, limit?: number): HitColumns;
  scores(sub: string, query: KeywordQuery, ids: readonly string[]): HitColumns;
  counts(sub: string): NoteCounts;
  nearest(sub: string, model: string, vector: Float32Array, limit: number, headsOnly: boolean): VectorHit[];
  similarities(
    sub: string,
    model: string,
    vector: Float32Array,
    ids: readonly string[],
    headsOnly: boolean,
  ): VectorHit[];
  sampleHeads(sub: string, model: string, limit: number): Float32Array[];
  /** Drops what is held in memory of a user. */
  forget(sub: string, user: number): void;
  /** Writes what the log holds into the database, as far as readers allow. */
  checkpoint(): void;
}

export type SearchCallName = keyof SearchCalls;

/** The calls as the worker serves them: some give way to others in between. */
export type SearchHandlers = {
  [Name in SearchCallName]: (
    ...input: Parameters<SearchCalls[Name]>
  ) => ReturnType<SearchCalls[Name]> | Promise<ReturnType<SearchCalls[Name]>>;
};

export interface SearchMessage {
  readonly id: number;
  readonly name: SearchCallName;
  readonly input: readonly unknown[];
}

export type SearchReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SearchFailure };

/** An error as it crosses threads, which keep no properties of their own. */
export interface SearchFailure {
  readonly message: string;
  readonly stack?: string | undefined;
  /** SQLite's result code. */
  readonly errcode?: unknown;
}

/** What a worker is started with. */
export interface SearchWorkerData {
  readonly path: string;
  readonly memoryBudgetBytes: number;
}
