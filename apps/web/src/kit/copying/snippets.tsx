import { useServices } from "../services.tsx";
import { copyText } from "../toasts/copy-text.ts";
import { Button } from "../ui/button.tsx";

export interface Snippet {
  /** The program that is given the text: "Claude Code", "Node.js". */
  readonly program: string;
  /** The file that the text belongs into. */
  readonly file?: string | undefined;
  readonly text: string;
}

/** Texts to be copied into other programs; each one unfolds. */
export function Snippets({ heading, snippets }: { readonly heading: string; readonly snippets: readonly Snippet[] }) {
  const { toasts } = useServices();
  return (
    <div>
      <p className="text-sm text-muted">{heading}</p>
      <div className="mt-1.5 divide-y divide-line rounded-lg border border-line">
        {snippets.map(({ program, file, text }) => (
          <details key={program} className="px-3 py-2">
            <summary className="cursor-pointer">
              {program} {file && <code className="font-mono text-xs text-muted">{file}</code>}
            </summary>
            <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-hover p-2.5 font-mono text-xs">
              {text}
            </pre>
            <Button
              small
              className="mt-2"
              aria-label={`Copy for ${program}`}
              onClick={() => void copyText(toasts, text, "Copied.")}
            >
              Copy
            </Button>
          </details>
        ))}
      </div>
    </div>
  );
}
