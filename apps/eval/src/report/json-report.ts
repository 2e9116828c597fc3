import { writeFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import { VERSION } from "@knote/config";
import { EvalError } from "../eval-error.ts";

/**
 * Writes settings and figures with the versions and the machine. `run` is part of the names of the run's users,
 * `service` is the version of the measured service.
 */
export async function writeReport(file: string, figures: object, run: string, service: string): Promise<void> {
  const report = {
    run,
    writtenAt: new Date().toISOString(),
    versions: { knote: VERSION, service, node: process.version },
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      system: `${platform()} ${arch()}`,
    },
    ...figures,
  };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: Error) => {
    throw new EvalError(`${file} cannot be written: ${error.message}.`, { cause: error });
  });
}
