import { describe, expect, it } from "vitest";
import { createFakeGate, fuzzingWith, GREEN, vitestWith } from "./fake-gate.ts";

const NODE = fuzzingWith(GREEN, 0);
const VITEST = `${vitestWith(GREEN, 0).replace(/exit 0\n$/, "")}
echo "given $TEST_MONGODB_URL $TEST_QDRANT_URL $TEST_REDIS_URL" >> calls
`;

/** Returns a fake Docker with an engine; `up` is the exit code of `docker compose up`. */
function dockerWith({ up }: { readonly up: number }): string {
  return `#!/bin/sh
echo "docker $@" >> calls
case "$*" in
  *" up "*) exit ${up} ;;
  *" port mongo 27017") echo 127.0.0.1:40001 ;;
  *" port qdrant 6333") echo 127.0.0.1:40002 ;;
  *" port redis 6379") echo 127.0.0.1:40003 ;;
esac
`;
}

const WAITING = {
  ...GREEN,
  numPendingTests: 1,
  testResults: [
    {
      name: "a.test.ts",
      assertionResults: [{ ancestorTitles: ["not run, as TEST_REDIS_URL names no server: see …"] }],
    },
    { name: "b.test.ts", assertionResults: [{ ancestorTitles: ["the gate"] }, { ancestorTitles: [] }] },
  ],
};

describe("the servers for the tests", () => {
  it("are started where Docker runs, handed to the tests, and stopped", async () => {
    await using gate = await createFakeGate({ vitest: VITEST, node: NODE, docker: dockerWith({ up: 0 }) });
    expect((await gate.run()).code).toBe(0);
    const calls = await gate.calls();
    const startIndex = calls.findIndex((call) => call.endsWith("up --detach --wait mongo qdrant redis"));
    const testIndex = calls.indexOf("given mongodb://127.0.0.1:40001 http://127.0.0.1:40002 redis://127.0.0.1:40003");
    const stopIndex = calls.findIndex((call) => call.endsWith("down --volumes"));
    expect([startIndex >= 0, startIndex < testIndex, testIndex < stopIndex]).toEqual([true, true, true]);
  });

  it("are those in the environment, if all are named there", async () => {
    const serverUrls = {
      TEST_MONGODB_URL: "mongodb://one",
      TEST_QDRANT_URL: "http://two",
      TEST_REDIS_URL: "redis://three",
    };
    await using gate = await createFakeGate({ vitest: VITEST, docker: dockerWith({ up: 0 }) }, serverUrls);
    await gate.run();
    const calls = await gate.calls();
    expect(calls).toContain("given mongodb://one http://two redis://three");
    expect(calls.filter((call) => call.startsWith("docker"))).toEqual([]);
  });

  it("are started only if the environment does not name them", async () => {
    const docker = dockerWith({ up: 0 });
    await using gate = await createFakeGate({ vitest: VITEST, docker }, { TEST_QDRANT_URL: "http://two" });
    await gate.run();
    expect(await gate.calls()).toContain("given mongodb://127.0.0.1:40001 http://two redis://127.0.0.1:40003");
  });

  it("are left out when they do not start, and are removed", async () => {
    await using gate = await createFakeGate({ vitest: VITEST, node: NODE, docker: dockerWith({ up: 1 }) });
    expect((await gate.run()).code).toBe(0);
    const calls = await gate.calls();
    expect(calls).toContain("given   ");
    expect(calls.some((call) => call.endsWith("down --volumes"))).toBe(true);
  });

  it("are named at the end when suites were not run without them", async () => {
    await using gate = await createFakeGate({ vitest: vitestWith(WAITING, 0), node: NODE });
    const { lines } = await gate.run();
    expect(lines.at(-1)).toBe("24 passed, 0 failed, 1 skipped");
    expect(lines.at(-2)).toMatch(/^not run +suites of 1 file, .*TEST_REDIS_URL.*tooling\/services\/README\.md/);
    await gate.setTool("vitest", vitestWith(GREEN, 0));
    expect((await gate.run()).lines.join()).not.toContain("not run");
  });

  it("are not the only requirement that suites can miss", async () => {
    const titles = ["not run, as no servers can be started to be killed: see …"];
    const report = { ...WAITING, testResults: [{ name: "a.test.ts", assertionResults: [{ ancestorTitles: titles }] }] };
    await using gate = await createFakeGate({ vitest: vitestWith(report, 0), node: NODE });
    expect((await gate.run()).lines.at(-2)).toMatch(/^not run +suites of 1 file, as no servers can be started to be/);
  });
});
