import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFakeProject, type FakeProject } from "./fake-project.ts";

/** Records each build, then runs `vite-behaviour.mjs`. */
const FAKE_VITE = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync("../../builds", process.argv.slice(2).join(" ") + "\\n");
await import("../../../../../vite-behaviour.mjs");
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.html", "built");
`;

async function createProjectWithDashboard(): Promise<FakeProject & { builds(): Promise<string[]> }> {
  const project = await createFakeProject(`console.log("ran");`);
  await project.write("apps/web/package.json", JSON.stringify({ name: "web", type: "module" }));
  await project.write("apps/web/index.html", "<title>Knote</title>");
  await project.write("apps/web/src/main.tsx", "start();");
  await project.write("apps/web/node_modules/vite/package.json", JSON.stringify({ type: "module" }));
  await project.write("apps/web/node_modules/vite/bin/vite.js", FAKE_VITE);
  await project.write("vite-behaviour.mjs", "");
  const builds = async () =>
    (await readFile(join(project.folder, "builds"), "utf8").catch(() => "")).split("\n").filter(Boolean);
  return { ...project, builds };
}

describe("building the dashboard", () => {
  it("happens before the first start, and not again without changes", async () => {
    await using project = await createProjectWithDashboard();
    const first = project.bootstrap(["start"]);
    expect(await first.whenEnded).toMatchObject({ code: 0 });
    expect(first.stderr()).toMatch(/Building the dashboard \(first start only\)… \d+\.\d s\n/);
    expect(first.stdout()).toBe("ran\n");
    const second = project.bootstrap(["start"]);
    expect(await second.whenEnded).toMatchObject({ code: 0 });
    expect(second.stderr()).toBe("");
    expect(await project.builds()).toEqual(["build"]);
  });

  it.each([
    "apps/web/src/main.tsx",
    "apps/web/index.html",
    "packages/contract/src/limits.ts",
    "packages/api/src/trpc.ts",
  ])("happens again when %s changed", async (file) => {
    await using project = await createProjectWithDashboard();
    await project.bootstrap(["build"]).whenEnded;
    await project.write(file, "changed");
    expect(await project.bootstrap(["build"]).whenEnded).toMatchObject({ code: 0 });
    expect(await project.builds()).toHaveLength(2);
  });

  it("happens again when the build is gone, and not for a changed test", async () => {
    await using project = await createProjectWithDashboard();
    await project.bootstrap(["build"]).whenEnded;
    await project.write("apps/web/src/main.test.ts", "changed");
    await project.bootstrap(["build"]).whenEnded;
    expect(await project.builds()).toHaveLength(1);
    await rm(join(project.folder, "apps/web/dist"), { recursive: true });
    await project.bootstrap(["build"]).whenEnded;
    expect(await project.builds()).toHaveLength(2);
  });

  it("reports a failure, starts nothing, and tries again next time", async () => {
    await using project = await createProjectWithDashboard();
    await project.write("vite-behaviour.mjs", `console.error("main.tsx:1 is no good"); process.exit(1);`);
    const failedRun = project.bootstrap(["start"]);
    expect(await failedRun.whenEnded).toMatchObject({ code: 1 });
    expect(failedRun.stderr()).toContain("main.tsx:1 is no good");
    expect(failedRun.stderr()).toContain("Knote could not build its dashboard.");
    expect(failedRun.stdout()).toBe("");
    await project.write("vite-behaviour.mjs", "");
    expect(await project.bootstrap(["start"]).whenEnded).toMatchObject({ code: 0 });
  });

  it("is skipped for commands that do not need it", async () => {
    await using project = await createProjectWithDashboard();
    await project.bootstrap(["node", "--version"]).whenEnded;
    expect(await project.builds()).toEqual([]);
  });
});
