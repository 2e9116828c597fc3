import type { Nodes, Parent, Table } from "mdast";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { readMarkdown } from "./read-markdown.ts";
import { safeUrl } from "./safe-url.ts";

type RenderText = (text: string) => ReactNode;

const LINK = "underline decoration-field-line underline-offset-2 hover:decoration-current";
const CODE = "rounded bg-hover px-1 py-px font-mono text-[0.88em]";

export function MarkdownTree({ text, renderText }: { readonly text: string; readonly renderText: RenderText }) {
  return useMemo(() => {
    const tree = readMarkdown(text);
    return tree ? render(tree, renderText) : <UnformattedText text={text} />;
  }, [text, renderText]);
}

function UnformattedText({ text }: { readonly text: string }) {
  return (
    <>
      <p className="text-sm text-muted">This text has too much formatting to display, so it is shown as written.</p>
      <p className="whitespace-pre-wrap">{text}</p>
    </>
  );
}

/** Renders one node as elements. Unknown nodes, above all HTML, are shown as plain text. */
function render(node: Nodes, renderText: RenderText): ReactNode {
  const inside = () => ("children" in node ? renderAll(node, renderText) : null);
  switch (node.type) {
    case "root":
      return inside();
    case "text":
      return renderText(node.value);
    case "html":
      return node.value;
    case "paragraph":
      return <p>{inside()}</p>;
    case "heading":
      // The page itself has the h1.
      return createElement(`h${Math.min(6, node.depth + 1)}`, { className: "mt-5 font-semibold" }, inside());
    case "emphasis":
      return <em>{inside()}</em>;
    case "strong":
      return <strong className="font-semibold">{inside()}</strong>;
    case "delete":
      return <del>{inside()}</del>;
    case "break":
      return <br />;
    case "inlineCode":
      return <code className={CODE}>{node.value}</code>;
    case "code":
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-lg border border-line bg-canvas p-3 text-sm">
          <code className="font-mono">{node.value}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote className="border-l-2 border-line pl-4 text-muted [&>*+*]:mt-2">{inside()}</blockquote>;
    case "thematicBreak":
      return <hr className="border-line" />;
    case "list":
      return node.ordered ? (
        <ol start={node.start ?? 1} className="list-decimal space-y-1 pl-6">
          {inside()}
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-5">{inside()}</ul>
      );
    case "listItem":
      return (
        <li className={node.checked == null ? "[&>*+*]:mt-2" : "-ml-5 flex list-none items-baseline gap-2"}>
          {node.checked != null && <input type="checkbox" checked={node.checked} disabled aria-label="Done" />}
          {node.checked == null ? inside() : <div>{inside()}</div>}
        </li>
      );
    case "link":
      return renderLink(node.url, inside());
    case "image":
      return renderLink(node.url, node.alt || node.url);
    case "table":
      return renderTable(node, renderText);
    case "definition":
      return null;
    case "footnoteReference":
      return <sup>{node.label ?? node.identifier}</sup>;
    default:
      return "children" in node ? inside() : "value" in node ? node.value : null;
  }
}

function renderAll(parent: Parent, renderText: RenderText): ReactNode {
  // Nodes have no id; an index key is safe because the tree is rebuilt whenever the text changes.
  return parent.children.map((child, index) => <Fragment key={index}>{render(child, renderText)}</Fragment>);
}

function renderLink(url: string, content: ReactNode): ReactNode {
  const safe = safeUrl(url);
  if (safe === null) return content;
  return (
    <a href={safe.href} className={LINK} {...(!safe.isOwn && { target: "_blank", rel: "noopener noreferrer" })}>
      {content}
    </a>
  );
}

function renderTable({ children: [head, ...rows] }: Table, renderText: RenderText): ReactNode {
  const cell = "border border-line px-2.5 py-1 text-left";
  return (
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="text-sm">
        <thead>
          <tr>
            {head?.children.map((column, index) => (
              <th key={index} scope="col" className={cell}>
                {renderAll(column, renderText)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((column, at) => (
                <td key={at} className={cell}>
                  {renderAll(column, renderText)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
