import { ListOperationsInput, Merge, MergeInput, Operation, OperationList, Split, SplitInput } from "@knote/contract";
import * as z from "zod";
import {
  EXAMPLE_MERGE,
  EXAMPLE_MERGE_INPUT,
  EXAMPLE_OPERATION,
  EXAMPLE_SPLIT,
  EXAMPLE_SPLIT_INPUT,
  EXAMPLE_UNDONE,
} from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { listOperations } from "./list-operations.ts";
import { mergeNotes } from "./merge-notes.ts";
import { splitNote } from "./split-note.ts";
import { undoOperation } from "./undo-operation.ts";

const tags = ["Operations"];
const writing = { access: "notes:write", work: "write", abortable: false, errors: ["NOT_FOUND", "CONFLICT"] } as const;

/** Changes of several notes at once, which can be undone. */
export const operationsRouter = router({
  merge: procedure({
    ...writing,
    idempotent: true,
    openapi: {
      method: "POST",
      path: "/api/workspace/notes/{id}/merge",
      tags,
      summary: "Let a note take others in",
      description:
        "The note supersedes the others and takes over their links, other than those by which they supersede something. Refused while one of them is superseded or archived, and when two contradict each other.",
      example: { request: EXAMPLE_MERGE_INPUT, response: EXAMPLE_MERGE },
    },
  })
    .input(MergeInput)
    .output(Merge)
    .mutation(({ ctx, input }) => mergeNotes(ctx, input)),

  split: procedure({
    ...writing,
    status: 201,
    idempotent: true,
    openapi: {
      method: "POST",
      path: "/api/workspace/notes/{id}/split",
      tags,
      summary: "Put parts in the place of a note",
      description:
        "Each part supersedes the note. Only the links that a part names go over to it; the others stay with the note.",
      example: { request: EXAMPLE_SPLIT_INPUT, response: EXAMPLE_SPLIT },
    },
  })
    .input(SplitInput)
    .output(Split)
    .mutation(({ ctx, input }) => splitNote(ctx, input)),

  list: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/operations",
      tags,
      summary: "Merges and splits that can be undone, newest first",
      example: { response: { operations: [EXAMPLE_OPERATION], next: null } },
    },
  })
    .input(ListOperationsInput)
    .output(OperationList)
    .query(({ ctx, input }) => listOperations(ctx, input)),

  undo: procedure({
    ...writing,
    openapi: {
      method: "POST",
      path: "/api/graph/operations/{id}/undo",
      tags,
      summary: "Undo a merge or split",
      description:
        "Restores texts, links and states; the parts of a split are deleted. Refused with what is in the way. What is undone already is left as it is.",
      example: { response: EXAMPLE_UNDONE },
    },
  })
    .input(z.object({ id: z.string() }))
    .output(Operation)
    .mutation(({ ctx, input }) => undoOperation(ctx, input)),
});
