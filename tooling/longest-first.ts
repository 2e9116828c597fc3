import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files of half a minute or more, longest first: started last, each would run alone at the end. */
const LONGEST = [
  "server/src/event-loop.test.ts",
  "sync/src/histories-of-several-folding-folders.test.ts",
  "sync/src/histories-of-several-folders.test.ts",
  "sync/src/histories-of-one-folding-folder.test.ts",
  "sync/src/histories-of-one-folder.test.ts",
  "storage-mongo/src/mongo/contract.test.ts",
  "storage-mongo/src/contract.test.ts",
  "cluster/outages.test.ts",
  "cluster/webhook-deaths.test.ts",
  "server/src/sudden-death.test.ts",
  "cluster/sudden-deaths.test.ts",
  "e2e/every-page.test.ts",
  "storage-sqlite/src/kill.test.ts",
  "cli/src/import-and-export.test.ts",
  "server/src/isolation.test.ts",
  "reindex/reindex.test.ts",
  "e2e/hostile-markdown.test.ts",
  "eval/src/eval.test.ts",
  "sync/src/interleavings.test.ts",
  "e2e/sign-in.test.ts",
  "token/token.test.ts",
  "cli/src/run-cli.test.ts",
  "storage-sqlite/src/contract.test.ts",
  "e2e/graph.test.ts",
  "crash/crash.test.ts",
  "e2e/capture.test.ts",
  "migrate/migrate.test.ts",
  "mcp/both-doors.test.ts",
  "sign-out/histories.test.ts",
  "e2e/reviews.test.ts",
  "cli/src/doctor/doctor.test.ts",
  "e2e/writing.test.ts",
];

/** Runs the longest files first, then the others in Vitest's own order (by size without earlier runs). */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
