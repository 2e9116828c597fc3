import { MessageCircleQuestion } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { AskBox } from "../../notes/ask-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { createAnswerHistory } from "./answer-history.ts";
import { AnswerView } from "./answer-view.tsx";
import { EarlierQuestions } from "./earlier-questions.tsx";
import { askRoute } from "./route.ts";

export function AskPage() {
  const { q } = askRoute.useSearch();
  const navigate = askRoute.useNavigate();
  const [history] = useState(() => createAnswerHistory(localStorage));
  const answers = useSyncExternalStore(history.subscribe, () => history.list);
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>{q ? `${q} · Knote` : "Ask · Knote"}</title>
      <h1 className="sr-only">Ask</h1>
      <AskBox
        key={q}
        initial={q}
        autoFocus={q === undefined}
        placeholder="Ask your notes …"
        onAsk={(asked) => void navigate({ search: { q: asked } })}
      />
      {q !== undefined && <AnswerView key={q} question={q} history={history} />}
      {q === undefined && answers.length === 0 && (
        <EmptyState icon={<MessageCircleQuestion size={28} />} title="Ask your notes">
          Answers rest on what you wrote, and say on which notes. A question that compares or summarises gets the more
          capable model.
        </EmptyState>
      )}
      <EarlierQuestions answers={answers.filter(({ question }) => question !== q)} history={history} />
    </div>
  );
}
