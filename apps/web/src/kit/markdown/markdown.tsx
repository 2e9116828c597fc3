import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../ui/lazy-named.ts";

const Tree = lazyNamed(() => import("./markdown-tree.tsx"), "MarkdownTree", AsWritten);

/**
 * Renders Markdown as elements of the page. It never parses HTML and fetches no images, so a text can neither run
 * anything nor reveal that it was read. `renderText` renders the plain text in it, such as citations; pass the same
 * function on every render.
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
