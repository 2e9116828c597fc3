import {
  CauseLookInput,
  Impact,
  ImpactInput,
  ImpactOfMany,
  ImpactOfManyInput,
  ListReviewsInput,
  LookInput,
  NoteReview,
  ReviewList,
} from "@knote/contract";
import * as z from "zod";
import { EXAMPLE_IMPACT, EXAMPLE_LOOK, EXAMPLE_NOTE_REVIEW, EXAMPLE_REASON, EXAMPLE_REVIEW_LIST } from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { impactOfMany } from "./impact-of-many.ts";
import { listNoteReviews } from "./list-note-reviews.ts";
import { noteImpact } from "./note-impact.ts";
import { lookAtCauses, lookForAll, noteReview, takeLookForAllBack, takeLooksBack } from "./note-review.ts";

const tags = ["Reviews"];
const ofNote = z.object({ id: z.string() });
const reading = { access: "notes:read", work: "read", abortable: false, errors: ["NOT_FOUND"] } as const;
const writing = { access: "notes:write", work: "write", abortable: false, errors: ["NOT_FOUND"] } as const;

/** What rests on what, what fell, and what a person found fine. */
export const reviewsRouter = router({
  list: procedure({
    ...reading,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/reviews",
      tags,
      summary: "Notes that rest on something that fell, newest note first",
      example: { response: EXAMPLE_REVIEW_LIST },
    },
  })
    .input(ListReviewsInput)
    .output(ReviewList)
    .query(({ ctx, input }) => listNoteReviews(ctx, input)),

  ofNote: procedure({
    ...reading,
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/review",
      tags,
      summary: "Why a note needs review",
      example: { response: EXAMPLE_NOTE_REVIEW },
    },
  })
    .input(ofNote)
    .output(NoteReview)
    .query(({ ctx, input }) => noteReview(ctx, input)),

  look: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    openapi: {
      method: "PUT",
      path: "/api/workspace/notes/{id}/review",
      tags,
      summary: "Mark causes as looked at: the note still stands",
      example: { request: EXAMPLE_LOOK, response: EXAMPLE_NOTE_REVIEW },
    },
  })
    .input(LookInput.extend({ id: z.string() }))
    .output(NoteReview)
    .mutation(({ ctx, input }) => lookAtCauses(ctx, input)),

  takeBack: procedure({
    ...writing,
    status: 204,
    openapi: {
      method: "DELETE",
      path: "/api/workspace/notes/{id}/review",
      tags,
      summary: "Take looks of a note back, at one cause or all",
    },
  })
    .input(ofNote.extend({ cause: z.string().min(1).max(100).optional() }))
    .output(z.void())
    .mutation(({ ctx, input }) => takeLooksBack(ctx, input)),

  impact: procedure({
    ...reading,
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/impact",
      tags,
      summary: "What would need review if the note fell",
      example: { response: EXAMPLE_IMPACT },
    },
  })
    .input(ImpactInput)
    .output(Impact)
    .query(({ ctx, input }) => noteImpact(ctx, input)),

  /** What a change of several notes would do, told before it is made. */
  impactOfMany: procedure({ ...reading, abortable: true, errors: [] })
    .input(ImpactOfManyInput)
    .output(ImpactOfMany)
    .query(({ ctx, input }) => impactOfMany(ctx, input)),

  lookForAll: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    status: 204,
    openapi: {
      method: "PUT",
      path: "/api/workspace/notes/{id}/impact",
      tags,
      summary: "Mark a cause as looked at for all notes that rest on it",
      example: { request: EXAMPLE_REASON },
    },
  })
    .input(CauseLookInput.extend({ id: z.string() }))
    .output(z.void())
    .mutation(({ ctx, input }) => lookForAll(ctx, input)),

  takeBackForAll: procedure({
    ...writing,
    status: 204,
    openapi: {
      method: "DELETE",
      path: "/api/workspace/notes/{id}/impact",
      tags,
      summary: "Take the look at a cause back",
    },
  })
    .input(ofNote)
    .output(z.void())
    .mutation(({ ctx, input }) => takeLookForAllBack(ctx, input)),
});
