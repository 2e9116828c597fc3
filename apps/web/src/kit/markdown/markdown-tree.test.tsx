import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownTree } from "./markdown-tree.tsx";

function html(text: string): string {
  return renderToStaticMarkup(<MarkdownTree text={text} renderText={(plain) => plain} />);
}

describe("a text in Markdown", () => {
  it("is drawn as elements", () => {
    expect(html("**bold** and `code`")).toMatch(/<p><strong[^>]*>bold<\/strong> and <code[^>]*>code<\/code><\/p>/);
    expect(html("# One")).toMatch(/<h2[^>]*>One<\/h2>/);
    expect(html("- [x] done")).toContain('type="checkbox"');
    expect(html("| a |\n|---|\n| 1 |")).toMatch(/<th[^>]*>a<\/th>/);
  });

  it("opens web links in another tab, without a referrer", () => {
    expect(html("[a](https://example.com)")).toContain('target="_blank" rel="noopener noreferrer"');
    expect(html("[a](/notes/1)")).not.toContain("target");
    expect(html("[a](#top)")).not.toContain("target");
  });

  it.each(["//example.com", "/\\\\example.com", "\\\\\\\\example.com", "https:/example.com", "https://knote.invalid/"])(
    "treats no other host as this server: %s",
    (url) => expect(html(`[a](${url})`)).toContain('target="_blank" rel="noopener noreferrer"'),
  );

  it("is shown whole and as written when rendering it would block the page", () => {
    const text = "1) ".repeat(3_300);
    const markup = html(text);
    expect(markup).toContain("shown as written");
    expect(markup).toContain(text);
    expect(markup).not.toContain("<ol");
  });

  it("fetches no image", () => {
    const markup = html("![a](https://example.com/a.png) ![b](data:image/png;base64,AAAA)");
    expect(markup).not.toContain("<img");
    expect(markup).toContain('href="https://example.com/a.png"');
    expect(markup).not.toContain("data:");
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<a href=javascript:alert(1)>x</a>",
    "<style>*{background:url(https://example.com)}</style>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<details open ontoggle=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](\u0001javascript:alert(1))",
    "[x]( javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://example.com/1)",
    "<javascript:alert(1)>",
    "[x][1]\n\n[1]: javascript:alert(1)",
    "![x](javascript:alert(1))",
    '![x](https://example.com/"onerror="alert(1))',
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    '"><script>alert(1)</script>',
    "| <img src=x onerror=alert(1)> |\n|---|",
  ])("runs and fetches nothing: %j", (text) => {
    const markup = html(text);
    expect(markup).not.toMatch(/<(script|img|svg|iframe|style|math|details|object|embed|form)\b/i);
    expect(markup).not.toMatch(/<[^>]*\s(on\w+|style|srcdoc)=/i);
    expect(markup).not.toMatch(/(href|src)="(?!https?:|mailto:|\/|#)/i);
  });
});
