import { useServices } from "../../../../kit/services.tsx";
import { copyText } from "../../../../kit/toasts/copy-text.ts";
import { Button } from "../../../../kit/ui/button.tsx";
import { clientSnippets } from "./client-snippets.ts";

/** How clients are given the token; each one unfolds. */
export function Snippets({ token, origin }: { readonly token: string; readonly origin: string }) {
  const { toasts } = useServices();
  return (
    <div>
      <p className="text-sm text-muted">Give it to</p>
      <div className="mt-1.5 divide-y divide-line rounded-lg border border-line">
        {clientSnippets(token, origin).map(({ client, file, text }) => (
          <details key={client} className="px-3 py-2">
            <summary className="cursor-pointer">
              {client} {file && <code className="font-mono text-xs text-muted">{file}</code>}
            </summary>
            <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-hover p-2.5 font-mono text-xs">
              {text}
            </pre>
            <Button
              small
              className="mt-2"
              aria-label={`Copy for ${client}`}
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
