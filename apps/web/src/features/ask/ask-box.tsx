import { LIMITS } from "@knote/contract";
import { ArrowUp } from "lucide-react";
import { useState } from "react";

/** The form for a question to the user's notes. */
export function AskBox({
  initial = "",
  autoFocus = false,
  placeholder,
  onAsk,
}: {
  readonly initial?: string | undefined;
  readonly autoFocus?: boolean;
  readonly placeholder: string;
  readonly onAsk: (question: string) => void;
}) {
  const [question, setQuestion] = useState(initial);
  const trimmedQuestion = question.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmedQuestion) onAsk(trimmedQuestion);
      }}
      className="flex items-center gap-2 rounded-xl border border-field-line bg-surface py-1.5 pr-1.5 pl-4 shadow-raised focus-within:outline-2 focus-within:outline-accent"
    >
      <input
        autoFocus={autoFocus}
        aria-label="Your question"
        placeholder={placeholder}
        maxLength={LIMITS.queryLength}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        className="h-9 min-w-0 flex-1 bg-transparent text-base outline-none"
      />
      <button
        type="submit"
        aria-label="Ask"
        disabled={!trimmedQuestion}
        className="flex size-9 items-center justify-center rounded-lg bg-accent text-on-accent disabled:opacity-40"
      >
        <ArrowUp size={18} />
      </button>
    </form>
  );
}
