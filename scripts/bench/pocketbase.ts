import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Launch } from "./server-process.ts";

const FOLDER = join(import.meta.dirname, "pocketbase");
const WITHOUT_C = { CGO_ENABLED: "0", GOFLAGS: "-mod=readonly -buildvcs=false" };

export interface PocketBase extends Disposable {
  readonly launch: Launch;
}

/** Builds PocketBase with the Go of this machine, or returns why it cannot. The first build takes minutes. */
export function buildPocketBase(): PocketBase | string {
  const folder = mkdtempSync(join(tmpdir(), "knote-bench-pocketbase-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  const program = join(folder, "pocketbase");
  process.stderr.write("PocketBase: building … ");
  try {
    execFileSync("go", ["build", "-o", program, "."], {
      cwd: FOLDER,
      env: { ...process.env, ...WITHOUT_C },
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    dispose();
    process.stderr.write("failed\n");
    return reason(error);
  }
  process.stderr.write("done\n");
  const command = (dataDir: string) => [program, "serve", "--dir", dataDir];
  // The other servers have one core; more threads of Go would only get in each other's way.
  return { launch: { command, environment: { GOMAXPROCS: "1", HOME: folder } }, [Symbol.dispose]: dispose };
}

function reason(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return "Go is not installed.";
  const [line] = String((error as { stderr?: Buffer }).stderr ?? error).split("\n", 1);
  return `Go could not build it: ${line}`;
}
