import { LIMITS } from "@knote/contract";
import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { Chip } from "../../ui/chip.tsx";

const QUESTIONS = [
  "What helps me remember what I learn?",
  "How does coffee change sleep?",
  "Why did the small project take longer than planned?",
  "What speaks against highlighting?",
];

/** A question to the demo's notes, or one of ours. */
export function DemoAsk({
  question = "",
  onAsk,
}: {
  readonly question?: string | undefined;
  readonly onAsk: (question: string) => void;
}) {
  const [text, setText] = useState(question);
  return (
    <div className="mx-auto mt-6 max-w-2xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onAsk(text.trim());
        }}
        className="flex items-center gap-2 rounded-xl border border-field-line bg-surface py-1.5 pr-1.5 pl-4 shadow-raised focus-within:outline-2 focus-within:outline-accent"
      >
        <input
          aria-label="Your question"
          placeholder="Ask these notes …"
          maxLength={LIMITS.queryLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-9 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <button
          type="submit"
          aria-label="Ask"
          disabled={!text.trim()}
          className="flex size-9 items-center justify-center rounded-lg bg-accent text-on-accent disabled:opacity-40"
        >
          <ArrowUp size={18} />
        </button>
      </form>
      <div role="group" aria-label="Questions to try" className="mt-3 flex flex-wrap justify-center gap-1.5">
        {QUESTIONS.map((known) => (
          <Chip key={known} onPress={() => onAsk(known)}>
            {known}
          </Chip>
        ))}
      </div>
    </div>
  );
}
