import { ActivityList, ListActivityInput } from "@knote/contract";
import { authedProcedure, router } from "../trpc.ts";
import { listActivity } from "./list-activity.ts";

export const activityRouter = router({
  list: authedProcedure
    .meta({
      scope: "notes:read",
      openapi: {
        method: "GET",
        path: "/api/activity",
        tags: ["Activity"],
        summary: "List recent activity, newest first",
        protect: true,
      },
    })
    .input(ListActivityInput)
    .output(ActivityList)
    .query(({ ctx, input }) => listActivity(ctx, input)),
});
