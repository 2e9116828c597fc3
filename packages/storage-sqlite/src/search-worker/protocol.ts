import type {
  KeywordQuery,
  NoteCounts,
  NearestOptions,
  NoteSelection,
  QueryStatistics,
  SimilarityOptions,
  TermClause,
  VectorHit,
} from "@knote/api";

/** Hits in columns, so that a long list crosses threads at once and can be unpacked in portions. */
export interface HitColumns {
  /** Ids, each followed by a NUL. */
  readonly ids: string;
  readonly scores: Float64Array | readonly number[];
}

/** The calls that the search worker serves. */
export interface SearchCalls {
  ping(): void;
  search(sub: string, query: KeywordQuery, selection: NoteSelection, limit?: number): HitColumns;
  scores(sub: string, query: KeywordQuery, ids: readonly string[]): HitColumns;
  terms(sub: string, clause: TermClause, limit: number, unchangedSince?: string): [term: string, notes: number][];
  statistics(sub: string, query: KeywordQuery): QueryStatistics;
  counts(sub: string): NoteCounts;
  nearest(sub: string, model: string, vector: Float32Array, options: NearestOptions): VectorHit[];
  similarities(
    sub: string,
    model: string,
    vector: Float32Array,
    ids: readonly string[],
    options: SimilarityOptions,
  ): VectorHit[];
  sampleHeads(sub: string, model: string, limit: number): Float32Array[];
  /** Drops a user's caches. */
  forget(sub: string, user: number): void;
  /** Writes the log into the database, as far as readers allow. */
  checkpoint(): void;
}

export type SearchCallName = keyof SearchCalls;

/** The handlers of the calls; some yield to other calls in between. */
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

/** An error to send across threads, which drop an error's own properties. */
export interface SearchFailure {
  readonly message: string;
  readonly stack?: string | undefined;
  /** SQLite's result code. */
  readonly errcode?: unknown;
}

/** The data that a worker is started with. */
export interface SearchWorkerData {
  readonly path: string;
  readonly memoryBudgetBytes: number;
}
