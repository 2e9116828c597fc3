import { ActivityList, ListActivityInput } from "@knote/contract";
import { procedure, router } from "../trpc.ts";
import { listActivity } from "./list-activity.ts";
import { EXAMPLE_ACTIVITY } from "../examples.ts";

export const activityRouter = router({
  list: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/activity",
      tags: ["Activity"],
      summary: "List recent activity, newest first",
      example: { response: EXAMPLE_ACTIVITY },
    },
  })
    .input(ListActivityInput)
    .output(ActivityList)
    .query(({ ctx, input }) => listActivity(ctx, input)),
});
