import { PROCEDURES } from "@knote/api";

/** Returns, as JSON for the build, the procedures that the router's own meta opens to callers without a token. */
export function publicProcedures(): string {
  const open = [...PROCEDURES.values()].filter(({ meta }) => meta.access === "public");
  return JSON.stringify(open.map(({ name }) => name));
}
