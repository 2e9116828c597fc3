import type { Answer } from "@knote/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { Markdown } from "../../kit/markdown/markdown.tsx";
import { problemOf } from "../../kit/errors.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";

interface DemoAnswerState {
  readonly data: Answer | undefined;
  readonly error: unknown;
  readonly askAgain: () => void;
}

/** Asks the demo. The same question is asked only once, because the demo's notes never change. */
export function useDemoAnswer(question: string | undefined): DemoAnswerState {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.demo.ask.queryOptions(question === undefined ? skipToken : { query: question }, { staleTime: Infinity }),
  );
  return { data, error, askAgain: () => void refetch() };
}

/** Shows the answer with its citations and its sources. */
export function DemoAnswer({
  answer,
  onOpen,
}: {
  readonly answer: DemoAnswerState;
  readonly onOpen: (id: string) => void;
}) {
  const { data, error, askAgain } = answer;
  const sources = data?.sources;
  const cite = useCallback((text: string) => withCitations(text, sources ?? [], onOpen), [sources, onOpen]);
  if (error) return <RefusalNotice error={error} askAgain={askAgain} />;
  return (
    <section
      aria-label="Answer"
      aria-busy={!data}
      className="mx-auto mt-6 max-w-2xl rounded-xl border border-line bg-surface p-5"
    >
      {!data && <SkeletonRows count={3} height={28} />}
      {data && <Markdown text={data.answer} renderText={cite} />}
      {sources && sources.length > 0 && (
        <ol className="mt-4 border-t border-line pt-2">
          {sources.map(({ id, title }, index) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="-mx-2 flex w-full gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
              >
                <span className="text-muted tabular-nums">[{index + 1}]</span>
                {title}
              </button>
            </li>
          ))}
        </ol>
      )}
      {data && (
        <p className="mt-3 text-sm text-muted">
          <Link to="/signin" className="underline underline-offset-2">
            Sign in
          </Link>{" "}
          to ask notes of your own.
        </p>
      )}
    </section>
  );
}

function RefusalNotice({ error, askAgain }: { readonly error: unknown; readonly askAgain: () => void }) {
  if (problemOf(error).kind !== "limit") return <ErrorNotice error={error} onRetry={askAgain} />;
  return (
    <div role="alert" className="mx-auto mt-6 max-w-2xl rounded-xl border border-line bg-surface p-5 text-center">
      <p className="font-medium">That was a lot of questions for one minute.</p>
      <p className="mt-1 text-muted">
        The demo takes a few questions per minute from one address. Try again shortly, or{" "}
        <Link to="/signin" className="underline underline-offset-2">
          sign in
        </Link>{" "}
        and ask your own notes.
      </p>
      <button type="button" onClick={askAgain} className="mt-3 underline underline-offset-2">
        Try again
      </button>
    </div>
  );
}

/** Turns citations into buttons: `[2]` opens the second source; a number without a source stays text. */
function withCitations(text: string, sources: Answer["sources"], onOpen: (id: string) => void): ReactNode {
  return text.split(/(\[\d{1,2}\])/).map((part, index) => {
    const source = /^\[\d+\]$/.test(part) ? sources[Number(part.slice(1, -1)) - 1] : undefined;
    if (!source) return part;
    return (
      <button
        key={index}
        type="button"
        title={source.title}
        aria-label={`Source ${part.slice(1, -1)}: ${source.title}`}
        onClick={() => onOpen(source.id)}
        className="mx-0.5 rounded bg-hover px-1 text-xs font-medium tabular-nums hover:bg-accent hover:text-on-accent"
      >
        {part.slice(1, -1)}
      </button>
    );
  });
}
