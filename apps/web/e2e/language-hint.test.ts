import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { importLines } from "./support/import-lines.ts";
import { startDashboard } from "./support/start-dashboard.ts";

const CONTENT = "Die Eulen des Waldes jagen in der Nacht und schlafen am Tag in hohlen Bäumen.";

it("proposes the multilingual embedder on Home until that is dismissed", async () => {
  await using dashboard = await startDashboard();
  const { page, watch, goto } = await dashboard.visit();
  const hint = page.getByText("EMBEDDING_MODEL=built-in-multilingual");
  await goto("/");
  await page.getByText("Your first note").waitFor();
  expect(await hint.count()).toBe(0);

  const notes = Array.from({ length: 20 }, (_, index) => ({
    note: { title: `Eule ${index}`, content: CONTENT, note_type: "fact" },
  }));
  await importLines(dashboard, notes);
  await goto("/");
  await hint.waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("complementary", { name: "Languages" }).getByRole("button", { name: "Dismiss" }).click();
  await hint.waitFor({ state: "detached" });
  await goto("/");
  await page.getByText("Eule 19").first().waitFor();
  expect(await hint.count()).toBe(0);
  expect(watch.problems).toEqual([]);
});
