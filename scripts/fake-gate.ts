import { spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
/** In the order in which the gate calls them; the last two run beside each other. */
export const TOOLS = ["oxfmt", "oxlint", "turbo", "knip", "node", "vitest", "node"];
export const GREEN = { numPassedTests: 12, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

/** Returns a fake vitest that writes the requested reports. */
export function vitestWith(report: object, exitCode: number): string {
  return `#!/bin/sh
for argument; do case $argument in
  --outputFile.json=*) file=\${argument#*=}; mkdir -p "$(dirname "$file")"; echo '${JSON.stringify(report)}' > "$file" ;;
esac; done
echo "vitest $@" >> calls
exit ${exitCode}
`;
}

/** Returns a fake Node, which the gate calls for the bundle and for fuzzing. */
export function fuzzingWith(report: object, exitCode: number): string {
  return `#!/bin/sh
echo "node $@" >> calls
case $1 in *bundle.ts) exit 0 ;; esac
mkdir -p "$(dirname "$2")"; echo '${JSON.stringify(report)}' > "$2"
echo "941 cases"
exit ${exitCode}
`;
}

/** A fake Node that builds the bundle, but cannot run the fuzzer. */
export const WITHOUT_FUZZER = "#!/bin/sh\ncase $1 in *bundle.ts) exit 0 ;; esac\nexit 1\n";

/** Copies the real gate to a temporary folder. Tools only record their calls, unless `tools` replaces them. */
export async function createFakeGate(tools: Record<string, string>, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "knote-gate-"));
  for (const part of ["scripts", "tooling/bootstrap"])
    await cp(join(repository, part), join(folder, part), { recursive: true });
  await writeFile(join(folder, "package.json"), `{"type":"module"}`);
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  const setTool = async (name: string, script: string) => {
    await writeFile(join(folder, "node_modules/.bin", name), script);
    await chmod(join(folder, "node_modules/.bin", name), 0o755);
  };
  const fuzzer = fuzzingWith({ ...GREEN, numPassedTests: 0 }, 0);
  for (const name of TOOLS) {
    const recorder = name === "node" ? fuzzer : `#!/bin/sh\necho "${name} $@" >> calls\n`;
    await setTool(name, tools[name] ?? recorder);
  }
  await setTool("docker", tools["docker"] ?? "#!/bin/sh\nexit 1\n");
  const { TEST_MONGODB_URL: _mongo, TEST_QDRANT_URL: _qdrant, TEST_REDIS_URL: _redis, ...outside } = process.env;
  const PATH = [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  return {
    setTool,
    calls: async () => (await readFile(join(folder, "calls"), "utf8")).replace(/\n$/, "").split("\n"),
    async run(...args: string[]) {
      const child = spawn(process.execPath, ["scripts/gate.ts", ...args], {
        cwd: folder,
        env: { ...outside, ...env, PATH },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const closing = new Promise<number | null>((resolve) => child.once("close", resolve));
      const output = await text(child.stdout);
      return { code: await closing, lines: output.trimEnd().split("\n") };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
