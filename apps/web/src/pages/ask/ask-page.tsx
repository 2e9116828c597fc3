import { getRouteApi, useLocation } from "@tanstack/react-router";
import { MessageCircleQuestion } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { AskBox } from "../../features/ask/ask-box.tsx";
import { IndexingNotice } from "../../features/notes/indexing-notice.tsx";
import { useAsk } from "../../features/ask/use-ask.ts";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { createAnswerHistory } from "./answer-history.ts";
import { AnswerView } from "./answer-view.tsx";
import { EarlierQuestions } from "./earlier-questions.tsx";

const askRoute = getRouteApi("/frame/ask");

export function AskPage() {
  const { q } = askRoute.useSearch();
  const ask = useAsk();
  const { asOf } = useAsOf();
  const [history] = useState(() => createAnswerHistory(asOf === null ? localStorage : null));
  const answers = useSyncExternalStore(history.subscribe, () => history.list);
  const waits = useLocation({ select: ({ state }) => state.asks === undefined });
  const isAnswered = answers.some(({ question }) => question === q);
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>{q ? `${q} · Knote` : "Ask · Knote"}</title>
      <h1 className="sr-only">Ask</h1>
      <AskBox key={q} initial={q} autoFocus={waits && !isAnswered} placeholder="Ask your notes …" onAsk={ask} />
      {asOf === null && <IndexingNotice className="mt-3 text-center" />}
      {q !== undefined && <AnswerView key={q} question={q} history={history} />}
      {q === undefined && answers.length === 0 && (
        <EmptyState icon={<MessageCircleQuestion size={28} />} title="Ask your notes">
          Answers are based on what you wrote and cite the notes they rest on. Questions that compare or summarise go to
          the more capable model.
        </EmptyState>
      )}
      <EarlierQuestions answers={answers.filter(({ question }) => question !== q)} history={history} />
    </div>
  );
}
