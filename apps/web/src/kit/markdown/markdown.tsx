import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../ui/lazy-named.ts";

const Tree = lazyNamed(() => import("./markdown-tree.tsx"), "MarkdownTree", AsWritten);

/**
 * A text in Markdown, drawn as elements of the page. Nothing of it is ever parsed as HTML, and no image is fetched,
 * so it can neither run anything nor tell anyone that it was read. `renderText` draws plain text in it, such as
 * citations; keep it the same function between renders.
 */
export function Markdown({
  text,
  renderText = asItIs,
}: {
  readonly text: string;
  readonly renderText?: (text: string) => ReactNode;
}) {
  return (
    <div className="leading-relaxed wrap-anywhere [&>*+*]:mt-3">
      <Suspense fallback={<AsWritten text={text} />}>
        <Tree text={text} renderText={renderText} />
      </Suspense>
    </div>
  );
}

function AsWritten({ text }: { readonly text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}

function asItIs(text: string): ReactNode {
  return text;
}
