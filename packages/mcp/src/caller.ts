import { appRouter, createCallerFactory } from "@knote/api";

/** Calls procedures as every other door does: with their access, limits and rules. */
export const createCaller = createCallerFactory(appRouter);

export type Caller = ReturnType<typeof createCaller>;
