import { AskBox } from "../../features/ask/ask-box.tsx";
import { Chip } from "../../kit/ui/chip.tsx";

const QUESTIONS = [
  "What helps me remember what I learn?",
  "How does coffee change sleep?",
  "Why did the small project take longer than planned?",
  "What speaks against highlighting?",
];

/** Asks the demo's notes a question of the visitor's or one of the examples. */
export function DemoAsk({
  question,
  onAsk,
}: {
  readonly question?: string | undefined;
  readonly onAsk: (question: string) => void;
}) {
  return (
    <div className="mx-auto mt-6 max-w-2xl">
      <AskBox initial={question} placeholder="Ask these notes …" onAsk={onAsk} />
      <div role="group" aria-label="Questions to try" className="mt-3 flex flex-wrap justify-center gap-1.5">
        {QUESTIONS.map((example) => (
          <Chip key={example} onPress={() => onAsk(example)}>
            {example}
          </Chip>
        ))}
      </div>
    </div>
  );
}
