import type { HttpApp } from "@knote/rest";
import { expect } from "vitest";
import type { Action } from "./turn.ts";
import { METRICS_TOKEN } from "./world.ts";

/** Reads public endpoints, which must show nothing of any user. */
export const readPublic: Action = async ({ random, visitor }) => {
  const calls = [
    { procedure: "quota.pricing" },
    { procedure: "demo.graph" },
    { procedure: "demo.ask", input: { query: "What consolidates memory?" } },
  ];
  expect((await visitor.call(random.pick(calls)!)).ok).toBe(true);
};

/** Reads endpoints about the process: their answers are searched for foreign texts, but not compared between worlds. */
export const readOperations: Action = async ({ world, random, me, canaries, coveredDoors }) => {
  const paths = ["/health", "/metrics", "/openapi.json", "/auth/options", ...docs(world.http), "/trpc/health.check"];
  const unseen = paths.filter((path) => !coveredDoors.has(doorOf(path)));
  const path = random.pick(unseen.length > 0 ? unseen : paths)!;
  const token = path === "/metrics" ? METRICS_TOKEN : world.tokenOf(me.userId);
  const { status, text } = await world.send({ method: "GET", path, headers: {} }, token);
  expect({ path, status }).toEqual({ path, status: 200 });
  for (const canary of canaries.values()) expect(text).not.toContain(canary);
  if (path === "/metrics") for (const userId of canaries.keys()) expect(text).not.toContain(userId);
  coveredDoors.add(doorOf(path));
  if (path === "/health") coveredDoors.add("rest health.check");
};

/** Gives back a token that nobody has: the answer is the same for every text, so that it says nothing of tokens. */
export const revokeToken: Action = async ({ world, random, coveredDoors }) => {
  const body = `token=${random.pick(["knote_pat_", "x", "%F0%9F%A6%89"])}`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { status, text } = await world.send({ method: "POST", path: "/oauth/revoke", headers, body });
  if (status !== 429) expect({ status, text }).toEqual({ status: 200, text: "{}" });
  coveredDoors.add("POST /oauth/revoke");
};

function doorOf(path: string): string {
  return path === "/trpc/health.check" ? "trpc health.check" : `GET ${path}`;
}

function docs({ routes }: HttpApp): string[] {
  return routes.map(({ path }) => path).filter((path) => path.startsWith("/docs"));
}
