import { type Attempt, isAccepted, outcomeSentence } from "@knote/contract";

const ORIGIN_WORDS: Readonly<Record<Attempt["by"], string>> = {
  schedule: "",
  hand: " · sent again by hand",
  test: "",
};

/** What came of one attempt: the sentence, how long it took and what the receiver said. */
export function AttemptOutcome({ attempt }: { readonly attempt: Attempt }) {
  const { ms, by, response } = attempt;
  return (
    <div className="text-sm">
      <p>
        <span className={isAccepted(attempt) ? "" : "text-danger"}>{outcomeSentence(attempt)}</span>
        <span className="text-muted">
          {" "}
          {ms} ms{ORIGIN_WORDS[by]}
          {response?.retry_after && ` · asks to wait for ${response.retry_after}`}
        </span>
      </p>
      {response?.excerpt && (
        <pre
          tabIndex={0}
          className="mt-1 max-h-40 overflow-auto rounded-md bg-hover p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {response.excerpt}
        </pre>
      )}
    </div>
  );
}
