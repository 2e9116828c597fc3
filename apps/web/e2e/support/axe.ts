import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Returns the serious and critical violations that axe finds on the page, one per line. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Scripts evaluated by the debugger bypass the page's content security policy; once loaded, axe stays in the page.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const violations = await withoutMotion(page, () =>
    page.evaluate<Violation[]>(
      "axe.run(document, { resultTypes: ['violations'] }).then((results) => results.violations)",
    ),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
    );
}

/** Runs `look` while nothing fades or moves: what is half visible has too little contrast. */
async function withoutMotion<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { animation-duration: 0s !important; transition: none !important }");
    document.adoptedStyleSheets.push(still);
    return still;
  });
  try {
    return await look();
  } finally {
    await sheet.evaluate((still) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== still);
    });
  }
}
