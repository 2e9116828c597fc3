/**
 * Kills `knote sync` on disks that fold names and have no hard links, and checks what `sync-crash.ts` checks. Each disk
 * is an image that is made and mounted for that, which takes Linux, root and FUSE:
 *   apt-get install exfat-fuse exfatprogs fusefat dosfstools
 *   node scripts/sync-disks.ts [--kills 20] [--seed 1]
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { runSyncCrashes } from "./sync-crash/run-sync-crashes.ts";

const run = promisify(execFile);
const IMAGE_BYTES = 64 * 1024 * 1024;

interface Disk {
  readonly name: string;
  /** Mounts the image, and resolves with how to take it away. */
  mount(image: string, place: string): Promise<() => Promise<unknown>>;
}

const DISKS: readonly Disk[] = [
  {
    name: "exFAT",
    async mount(image, place) {
      await run("mkfs.exfat", [image]);
      const device = (await run("losetup", ["--find", "--show", image])).stdout.trim();
      const detach = () => run("losetup", ["--detach", device]);
      try {
        await run("mount.exfat-fuse", [device, place]);
      } catch (error) {
        await detach();
        throw error;
      }
      return async () => {
        await run("umount", [place]);
        await detach();
      };
    },
  },
  {
    name: "FAT",
    async mount(image, place) {
      await run("mkfs.vfat", ["-F", "32", image]);
      await run("fusefat", ["-o", "rw+", image, place]);
      return async () => await run("umount", [place]);
    },
  },
];

const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
const [kills, seed] = [Number(values.kills ?? 20), Number(values.seed ?? 1)];
for (const disk of DISKS) if (!(await isWhole(disk))) process.exitCode = 1;

/** Whether a disk was looked at and nothing was lost, or cannot be looked at here. */
async function isWhole({ name, mount }: Disk): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "knote-disk-"));
  const [image, place] = [join(folder, "image"), join(folder, "place")];
  await mkdir(place);
  await writeFile(image, "");
  await truncate(image, IMAGE_BYTES);
  let unmount: () => Promise<unknown>;
  try {
    unmount = await mount(image, place);
  } catch (error) {
    say(
      `${name}: skipped, as this machine cannot mount it (${error instanceof Error ? error.message : String(error)})`,
    );
    await rm(folder, { recursive: true });
    return true;
  }
  const { edits, conflicts, faults, ...report } = await runSyncCrashes({ kills, seed, parent: place });
  say(`${name}: ${report.kills} kills, ${edits} edits, ${conflicts} conflict notes, ${Math.round(report.seconds)} s`);
  for (const fault of faults) say(`${name}: fault: ${fault}`);
  if (faults.length > 0) return false;
  await unmount();
  await rm(folder, { recursive: true });
  say(`${name}: no word was lost, and both sides are alike.`);
  return true;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
