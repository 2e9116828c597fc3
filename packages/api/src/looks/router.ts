import { AddedLooks, AddLooksInput, ListLooksInput, LookList, RemoveLookInput } from "@knote/contract";
import * as z from "zod";
import { EXAMPLE_LOOKS, EXAMPLE_NEW_LOOKS, EXAMPLE_STORED_LOOKS } from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { addLooks, listLooks, removeLook } from "./tend-looks.ts";

const tags = ["Looks"];
const path = "/api/graph/looks";
const writing = { access: "notes:write", work: "write", abortable: false, errors: [] } as const;

/** What a person found fine as it is while tending. */
export const looksRouter = router({
  list: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path,
      tags,
      summary: "What was found fine as it is while tending",
      example: { response: EXAMPLE_LOOKS },
    },
  })
    .input(ListLooksInput)
    .output(LookList)
    .query(({ ctx, input }) => listLooks(ctx, input)),

  add: procedure({
    ...writing,
    openapi: {
      method: "POST",
      path,
      tags,
      summary: "Mark matters as fine, until one of their claims is reworded",
      example: { request: EXAMPLE_NEW_LOOKS, response: EXAMPLE_STORED_LOOKS },
    },
  })
    .input(AddLooksInput)
    .output(AddedLooks)
    .mutation(({ ctx, input }) => addLooks(ctx, input)),

  remove: procedure({
    ...writing,
    status: 204,
    openapi: { method: "DELETE", path, tags, summary: "Bring a matter back" },
  })
    .input(RemoveLookInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeLook(ctx, input)),
});
