import { PROCEDURES } from "@knote/api";

/** Returns, as JSON for the build, the procedures that can read a time of the past: those that take `as_of`. */
export function pastProcedures(): string {
  const readers = [...PROCEDURES.values()].filter(({ input }) => {
    const { shape } = (input ?? {}) as { readonly shape?: object };
    return shape !== undefined && "as_of" in shape;
  });
  return JSON.stringify(readers.map(({ name }) => name));
}
