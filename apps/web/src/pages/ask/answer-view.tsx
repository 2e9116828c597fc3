import { useQuery } from "@tanstack/react-query";
import { Copy, RotateCcw, Square, StickyNote } from "lucide-react";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { problemOf } from "../../kit/errors.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { copyText } from "../../kit/toasts/copy-text.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { AnswerCost, dayOf } from "./answer-cost.tsx";
import type { AnswerHistory, KeptAnswer } from "./answer-history.ts";
import { CitedText } from "./cited-text.tsx";
import { SaveAnswer } from "./save-answer.tsx";
import { SourceList } from "./source-list.tsx";
import { useAnswer } from "./use-answer.ts";

/** Shows the answer to a question, streamed or stored. */
export function AnswerView({ question, history }: { readonly question: string; readonly history: AnswerHistory }) {
  const { phase, text, sources, keptAnswer, isFresh, error, askAgain, stop } = useAnswer(question, history);
  const running = phase === "asking" || phase === "writing";
  useShortcut("Escape", { label: "Stop the answer", group: "Ask", when: running }, stop);
  if (phase === "unasked") return <NotAskedYet />;
  if (phase === "failed") return <AnswerFailed error={error} onRetry={askAgain} />;
  return (
    <>
      <section aria-label="Answer" aria-busy={running} aria-live="polite" className="mt-7">
        <h2 className="sr-only">{question}</h2>
        {phase === "asking" ? <SkeletonRows count={3} height={28} /> : <CitedText text={text} sources={sources} />}
        {running && (
          <div className="mt-4 flex items-center gap-3 text-sm text-muted">
            <Button small onClick={stop}>
              <Square size={11} aria-hidden fill="currentColor" /> Stop
            </Button>
            {phase === "asking"
              ? sources.length > 0 && `Reading ${sources.length} notes …`
              : `Writing from ${sources.length} notes …`}
          </div>
        )}
        {phase === "stopped" && (
          <div className="mt-4 flex items-center gap-3 text-sm text-muted">
            <Button small onClick={askAgain}>
              <RotateCcw size={13} aria-hidden /> Ask again
            </Button>
            {text === ""
              ? "Stopped before the first word; it cost nothing."
              : "Stopped midway; it counts as a question."}
          </div>
        )}
        {keptAnswer && keptAnswer.sources.length > 0 && (
          <SourceList
            key={keptAnswer.askedAt}
            answer={keptAnswer.answer}
            sources={keptAnswer.sources}
            isFresh={isFresh}
          />
        )}
      </section>
      {keptAnswer && <AnswerActions key={keptAnswer.askedAt} answer={keptAnswer} askAgain={askAgain} />}
    </>
  );
}

function NotAskedYet() {
  return (
    <p className="mt-3 text-center text-sm text-muted">
      Not asked yet: press <Kbd keys="Enter" /> to ask.
    </p>
  );
}

function AnswerActions({ answer, askAgain }: { readonly answer: KeptAnswer; readonly askAgain: () => void }) {
  const { toasts } = useServices();
  const [saving, setSaving] = useState(false);
  const { asOf } = useAsOf();
  const savable = answer.sources.length > 0 && asOf === null;
  const copy = (): void => {
    const list = answer.sources.map(({ title }, index) => `[${index + 1}] ${title}`).join("\n");
    void copyText(toasts, `${answer.answer}\n\n${list}`.trim(), "Answer copied.");
  };
  useShortcut("s", { label: "Save the answer as a note", group: "Ask", when: savable }, () => setSaving(true));
  useShortcut("r", { label: "Ask again", group: "Ask" }, askAgain);
  useShortcut("c", { label: "Copy the answer", group: "Ask" }, copy);
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {savable && (
          <Button small onClick={() => setSaving(true)}>
            <StickyNote size={14} aria-hidden /> Save as a note
          </Button>
        )}
        <Button small onClick={askAgain}>
          <RotateCcw size={13} aria-hidden /> Ask again
        </Button>
        <Button small onClick={copy}>
          <Copy size={13} aria-hidden /> Copy
        </Button>
      </div>
      {saving && <SaveAnswer answer={answer} onClose={() => setSaving(false)} />}
      <div className="mt-4">
        <AnswerCost answer={answer} />
      </div>
    </>
  );
}

function AnswerFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isLimit = problemOf(error).kind === "limit";
  const { data: quota } = useQuery({ ...useTRPC().quota.get.queryOptions(), enabled: isLimit });
  if (!isLimit) return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <>
      <ErrorNotice error={error} />
      {quota && quota.queries_limit >= 0 && (
        <p className="-mt-8 text-center text-muted">
          {quota.queries_used} of {quota.queries_limit} questions used; the count resets on {dayOf(quota.resets_at)}.
          Searching and writing cost nothing.
        </p>
      )}
    </>
  );
}
