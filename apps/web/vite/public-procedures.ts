import { PROCEDURES } from "@knote/api";

/** The procedures that ask for no token, as the router's own meta has it: a build puts them into the dashboard. */
export function publicProcedures(): string {
  const open = [...PROCEDURES.values()].filter(({ meta }) => meta.access === "public");
  return JSON.stringify(open.map(({ name }) => name));
}
