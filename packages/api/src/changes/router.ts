import { ChangeList, ListChangesInput } from "@knote/contract";
import { EXAMPLE_CHANGE_LIST } from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { listChanges } from "./list-changes.ts";

/** What is different between two times. */
export const changesRouter = router({
  list: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/changes",
      tags: ["Graph"],
      summary: "What changed between two times, newest first",
      description:
        "Compares the graph of both times: what went and came back in between is no change. Notes that are deleted now are counted, never named.",
      example: { response: EXAMPLE_CHANGE_LIST },
    },
  })
    .input(ListChangesInput)
    .output(ChangeList)
    .query(({ ctx, input }) => listChanges(ctx, input)),
});
