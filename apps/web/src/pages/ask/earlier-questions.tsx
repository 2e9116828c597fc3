import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import type { AnswerHistory, KeptAnswer } from "./answer-history.ts";

const FIRST = 8;

/** Lists the questions answered in this browser. */
export function EarlierQuestions({
  answers,
  history,
}: {
  readonly answers: readonly KeptAnswer[];
  readonly history: AnswerHistory;
}) {
  const [all, setAll] = useState(false);
  if (answers.length === 0) return null;
  return (
    <section aria-label="Earlier questions" className="mt-10">
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-sm text-muted">Earlier questions in this browser</h2>
        <Button small look="ghost" className="text-muted" onClick={() => history.clear()}>
          Forget all
        </Button>
      </div>
      <ul>
        {answers.slice(0, all ? undefined : FIRST).map(({ question, sources, askedAt }) => (
          <li key={question} className="group flex items-center border-b border-line last:border-0">
            <Link
              to="/ask"
              search={{ q: question }}
              className="-mx-2 flex min-w-0 flex-1 items-baseline gap-3 rounded-md px-2 py-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">{question}</span>
              <span className="hidden shrink-0 text-xs text-muted sm:inline">
                {sources.length} {sources.length === 1 ? "source" : "sources"}
              </span>
              <RelativeTime at={askedAt} className="text-xs text-muted" />
            </Link>
            <IconButton
              label={`Forget “${question}”`}
              className="ml-1 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
              onClick={() => history.forget(question)}
            >
              <X size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {!all && answers.length > FIRST && (
        <Button small look="ghost" className="mt-1" onClick={() => setAll(true)}>
          Show all {answers.length}
        </Button>
      )}
    </section>
  );
}
