import { describe, expect, it } from "vitest";
import { createFakeGate, fuzzingWith, GREEN, TOOLS, vitestWith, WITHOUT_FUZZER } from "./fake-gate.ts";

describe("the gate", () => {
  it("runs every check and ends with the count of tests", async () => {
    const fuzzer = fuzzingWith({ ...GREEN, numPassedTests: 23 }, 0);
    await using gate = await createFakeGate({ vitest: vitestWith(GREEN, 0), node: fuzzer });
    const { code, lines } = await gate.run();
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("35 passed, 0 failed");
    expect(lines.map((line) => line.trim())).toContain("941 cases");
    const tools = (await gate.calls()).map((call) => call.split(" ")[0]!);
    expect([...tools.slice(0, 5), ...tools.slice(5).toSorted().toReversed()]).toEqual(TOOLS);
  });

  it("stops at the first check that fails, with its output", async () => {
    await using gate = await createFakeGate({ oxlint: `#!/bin/sh\necho "a floating promise" >&2; exit 1\n` });
    const { code, lines } = await gate.run();
    expect(code).toBe(1);
    expect(lines).toContain("a floating promise");
    expect(lines.at(-1)).toBe("0 passed, 1 failed");
    expect((await gate.calls()).map((call) => call.split(" ")[0])).toEqual(["oxfmt"]);
  });

  it("runs no test without the bundle that tests start servers from", async () => {
    await using gate = await createFakeGate({ node: `#!/bin/sh\necho "no such module"; exit 1\n` });
    const { lines } = await gate.run();
    expect(lines).toContain("no such module");
    expect(lines.at(-1)).toBe("0 passed, 1 failed");
    expect((await gate.calls()).map((call) => call.split(" ")[0])).not.toContain("vitest");
  });

  it("counts failed and skipped tests", async () => {
    const report = { ...GREEN, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 };
    await using gate = await createFakeGate({ vitest: vitestWith(report, 1) });
    const { code, lines } = await gate.run();
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe("12 passed, 2 failed, 4 skipped");
  });

  it("counts a failure when the run failed without a failed test", async () => {
    await using gate = await createFakeGate({ vitest: vitestWith(GREEN, 1) });
    expect(await gate.run()).toMatchObject({ code: 1, lines: expect.arrayContaining(["12 passed, 1 failed"]) });
  });

  it("counts failures of fuzzing, even when it could not run", async () => {
    const failingFuzzer = fuzzingWith({ ...GREEN, numPassedTests: 21, numFailedTests: 2 }, 1);
    await using red = await createFakeGate({ vitest: vitestWith(GREEN, 0), node: failingFuzzer });
    const { code, lines } = await red.run();
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: "33 passed, 2 failed" });
    expect(lines).toContain("941 cases");
    await red.setTool("node", WITHOUT_FUZZER);
    expect((await red.run()).lines.at(-1)).toBe("12 passed, 1 failed");
    await red.setTool("node", fuzzingWith({ ...GREEN, numPassedTests: 0, numPendingTests: 1 }, 0));
    expect((await red.run()).lines.at(-1)).toBe("12 passed, 0 failed, 1 skipped");
  });

  it("never counts the report of an earlier run", async () => {
    await using gate = await createFakeGate({ vitest: vitestWith(GREEN, 0) });
    await gate.run();
    await gate.setTool("vitest", "#!/bin/sh\nexit 1\n");
    expect((await gate.run()).lines.at(-1)).toBe("0 passed, 1 failed");
  });

  it("passes a filter to vitest and runs nothing else", async () => {
    await using gate = await createFakeGate({ vitest: vitestWith(GREEN, 0) });
    const { lines } = await gate.run("packages/api", "-t", "ask");
    expect(lines.at(-1)).toBe("12 passed, 0 failed");
    const calls = await gate.calls();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/^vitest run .* packages\/api -t ask$/);
  });
});
