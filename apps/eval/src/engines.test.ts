import { createTestCluster, settingsFor } from "@knote/storage-mongo/testing";
import { startServerProcess, withCluster } from "@knote/testkit";
import { expect, it } from "vitest";
import { TINY } from "./testing/data-folder.ts";
import { startEval } from "./testing/start-eval.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";

/** Figures of one recall mode in one pass over one set, without the times. */
type Figures = Readonly<Record<"ndcg10" | "recall5" | "recall10" | "mrr10" | "all5", number>>;

withCluster((urls) => {
  // Generous: the machine may be busy, and the stand-ins are slower than real servers.
  it("finds the same on both engines", { timeout: 300_000 }, async () => {
    await using installation = await createTestCluster(urls);
    await using server = await startServerProcess({ env: { ...settingsFor(installation, urls), JWT_SECRET: SECRET } });
    await using cluster = await startEval(["--data", TINY, "--url", server.url], { JWT_SECRET: SECRET });
    await using embeddedRun = await startEval(["--data", TINY]);
    const [one, other] = await Promise.all([cluster, embeddedRun].map(figuresOf));
    // Four modes of the garden with and without links, and the suggestions of the wiki.
    expect(one).toHaveLength(9);
    for (const [place, figures] of one!.entries()) {
      const { ndcg10, recall5, recall10, mrr10, all5 } = other![place]!;
      expect(figures).toMatchObject({
        ndcg10: near(ndcg10),
        recall5: near(recall5),
        recall10: near(recall10),
        mrr10: near(mrr10),
        all5: near(all5),
      });
    }
  });
});

async function figuresOf(run: Awaited<ReturnType<typeof startEval>>): Promise<readonly Figures[]> {
  expect(await run.outcome).toMatchObject({ code: 0 });
  const { sets } = await run.report();
  return sets.flatMap(({ passes }: { passes: { recall: Figures[] }[] }) => passes.flatMap(({ recall }) => recall));
}

/** Within 0.005. */
function near(figure: number): unknown {
  return expect.closeTo(figure, 2);
}
