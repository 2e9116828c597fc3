import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files of a minute or more, longest first: started last, each would run alone at the end. */
const LONGEST = [
  "storage-mongo/src/mongo/contract.test.ts",
  "storage-mongo/src/contract.test.ts",
  "e2e/hostile-markdown.test.ts",
  "server/src/hostile-user.test.ts",
  "cluster/outages.test.ts",
  "sign-out/histories.test.ts",
  "e2e/every-page.test.ts",
  "indexes/index-keeper.test.ts",
  "server/src/isolation.test.ts",
  "server/src/event-loop.test.ts",
  "server/src/sudden-death.test.ts",
  "cluster/sudden-deaths.test.ts",
  "storage-sqlite/src/kill.test.ts",
  "binder/procedure-endpoints.test.ts",
  "storage-sqlite/src/contract.test.ts",
  "reindex/reindex.test.ts",
  "markdown/read-markdown.test.ts",
  "migrate/migrate.test.ts",
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
