/** Documents, questions, and which documents are relevant to which question. */
export interface EvaluationSet {
  readonly name: string;
  /** `suggestions` when the questions are documents: the task is to suggest their links. */
  readonly task: "recall" | "suggestions";
  readonly documents: readonly EvaluationDocument[];
  readonly queries: readonly EvaluationQuery[];
  /** Ids of the relevant documents by query id; a query without any is not judged. */
  readonly relevant: Relevant;
  /** Pairs of documents that belong together, and decoys that do not; null without the two files. */
  readonly links: readonly DocumentPair[] | null;
}

export interface EvaluationDocument {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Each group is one user's notes. */
  readonly group: string;
}

export interface EvaluationQuery {
  readonly id: string;
  readonly text: string;
  readonly group: string;
  readonly category: string | undefined;
  readonly answer: string | undefined;
}

export type DocumentPair = readonly [sourceId: string, targetId: string];
export type Relevant = ReadonlyMap<string, ReadonlySet<string>>;
