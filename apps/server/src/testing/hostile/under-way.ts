import { eventually, type ServerProcess } from "@knote/testkit";
import { expect } from "vitest";

/** How many pieces of work are under way at the server, what waits for its turn among them. */
export async function underWay({ url }: Pick<ServerProcess, "url">): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: "Bearer figures" } });
  const figures = (await answer.text()).matchAll(/^knote_work_under_way\{.*\} (\d+)$/gm);
  return Array.from(figures, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

/** Nothing of the act before is under way any more. */
export async function untilIdle(server: Pick<ServerProcess, "url">): Promise<void> {
  await eventually(async () => expect(await underWay(server)).toBe(0));
}
