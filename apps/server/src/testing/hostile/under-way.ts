import { eventually, type ServerProcess } from "@knote/testkit";
import { expect } from "vitest";

/** Returns how much work is under way at the server, queued work included. */
export async function underWay({ url }: Pick<ServerProcess, "url">): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: "Bearer figures" } });
  const figures = (await answer.text()).matchAll(/^knote_work_under_way\{.*\} (\d+)$/gm);
  return Array.from(figures, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

/** Waits until no work of the previous act is under way. */
export async function untilIdle(server: Pick<ServerProcess, "url">): Promise<void> {
  await eventually(async () => expect(await underWay(server)).toBe(0));
}
