import type { DataTransfer } from "@knote/api";
import { differingVectors } from "./differing-vectors.ts";
import { createDigest, type Sum } from "./digest.ts";
import type { MigrationProgress } from "./migration-progress.ts";
import type { Sides } from "./sides.ts";
import { userSums, type Kind } from "./user-sums.ts";

export interface CheckResult {
  /** A sentence for each difference between both sides. */
  readonly differences: readonly string[];
  readonly counts: ReadonlyMap<Kind | "users", number>;
}

/** Reads both sides and compares counts and checksums. */
export async function checkData(sides: Sides, progress: MigrationProgress): Promise<CheckResult> {
  const { source, target } = sides;
  const now = Date.now();
  const counts = new Map<Kind | "users", number>();
  const differences: string[] = [];
  const compare = (what: string, ours: Sum, theirs: Sum) => {
    if (ours.checksum !== theirs.checksum || ours.count !== theirs.count)
      differences.push(`${what}: different; ${ours.count} in the source, ${theirs.count} in the target.`);
  };
  const users = await sumOf(source.users(null));
  counts.set("users", users.count);
  compare("Users and tiers", users, await sumOf(target.users(null)));
  compare("Times before which tokens are refused", await sumOf(source.cuts()), await sumOf(target.cuts()));
  if ((await source.storage.historySince()) !== (await target.storage.historySince()))
    differences.push("The time since when removed links are kept: different.");
  for await (const page of source.users(null)) {
    for (const { userId } of page) {
      const [ours, theirs] = [await userSums(source, userId, now), await userSums(target, userId, now)];
      for (const kind of Object.keys(ours) as Kind[]) {
        counts.set(kind, (counts.get(kind) ?? 0) + ours[kind].count);
        compare(`${userId}, ${kind}`, ours[kind], theirs[kind]);
      }
      const unlike = await differingVectors(sides, userId);
      if (unlike.length > 0) differences.push(`${userId}, vectors: different for ${unlike.length} notes.`);
      progress.userChecked();
    }
  }
  return { differences, counts };
}

async function sumOf(pages: ReturnType<DataTransfer["users"] | DataTransfer["cuts"]>): Promise<Sum> {
  const digest = createDigest();
  for await (const page of pages) for (const record of page) digest.add(record);
  return digest.sum();
}
