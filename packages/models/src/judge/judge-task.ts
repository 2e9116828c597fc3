/** One kind of question to a judge: what it is told, what it is sent, and how its reply is read. */
export interface JudgeTask<Request, Answer> {
  readonly instructions: string;
  /** For providers that enforce a schema; uses only keywords that all of them support. */
  readonly schema: Record<string, unknown>;
  /** Returns the question as one JSON document, which no text of a note can end. */
  question(request: Request): string;
  /** Most tokens of the reply. */
  tokens(request: Request): number;
  /** Returns the texts of the question, which no error may repeat. */
  texts(request: Request): string[];
  /** Returns the valid part of a reply. Throws when the reply is of another form. */
  read(reply: string, request: Request): Answer;
}

/** A question in the form in which providers take it. */
export interface JudgeQuestion {
  readonly instructions: string;
  readonly schema: Record<string, unknown>;
  readonly question: string;
  readonly maxTokens: number;
}
