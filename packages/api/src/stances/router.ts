import {
  Calibration,
  CalibrationInput,
  DecisionList,
  ListDecisionsInput,
  NoteStance,
  OutcomeInput,
  StanceInput,
} from "@knote/contract";
import * as z from "zod";
import {
  EXAMPLE_CALIBRATION,
  EXAMPLE_DECISIONS,
  EXAMPLE_NEW_STANCE,
  EXAMPLE_NOTE_STANCE,
  EXAMPLE_OUTCOME,
  EXAMPLE_SETTLED_STANCE,
} from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { calibration } from "./calibration.ts";
import { listDecisions } from "./list-decisions.ts";
import { noteStance } from "./note-stance.ts";
import { recordOutcome, withdrawOutcome } from "./record-outcome.ts";
import { setStance } from "./set-stance.ts";

const tags = ["Decisions"];
const ofNote = z.object({ id: z.string() });
const reading = { access: "notes:read", work: "read", abortable: false, errors: ["NOT_FOUND"] } as const;
const writing = {
  access: "notes:write",
  work: "write",
  abortable: false,
  errors: ["NOT_FOUND", "CONFLICT"],
} as const;

/** How sure someone was of decisions and beliefs, what came of them, and whether they still hold. */
export const stancesRouter = router({
  ofNote: procedure({
    ...reading,
    errors: ["NOT_FOUND", "INVALID"],
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/stance",
      tags,
      summary: "How sure its owner is of a decision or belief, and what came of it",
      example: { response: EXAMPLE_NOTE_STANCE },
    },
  })
    .input(ofNote)
    .output(NoteStance)
    .query(({ ctx, input }) => noteStance(ctx, input)),

  set: procedure({
    ...writing,
    openapi: {
      method: "PUT",
      path: "/api/workspace/notes/{id}/stance",
      tags,
      summary: "Say how sure you are of a decision or belief, what you expect and when to look again",
      example: { request: EXAMPLE_NEW_STANCE, response: EXAMPLE_NOTE_STANCE },
    },
  })
    .input(StanceInput.extend({ id: z.string() }))
    .output(NoteStance)
    .mutation(({ ctx, input }) => setStance(ctx, input)),

  recordOutcome: procedure({
    ...writing,
    openapi: {
      method: "PUT",
      path: "/api/workspace/notes/{id}/outcome",
      tags,
      summary: "Record what came of a decision or belief",
      example: { request: EXAMPLE_OUTCOME, response: EXAMPLE_SETTLED_STANCE },
    },
  })
    .input(OutcomeInput.extend({ id: z.string() }))
    .output(NoteStance)
    .mutation(({ ctx, input }) => recordOutcome(ctx, input)),

  withdrawOutcome: procedure({
    ...writing,
    errors: [...writing.errors, "INVALID"],
    status: 204,
    openapi: {
      method: "DELETE",
      path: "/api/workspace/notes/{id}/outcome",
      tags,
      summary: "Withdraw the outcome; it stays in the log",
    },
  })
    .input(ofNote)
    .output(z.void())
    .mutation(({ ctx, input }) => withdrawOutcome(ctx, input)),

  decisions: procedure({
    ...reading,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/decisions",
      tags,
      summary: "Decisions and beliefs, what they rest on and whether they still hold, newest first",
      example: { response: EXAMPLE_DECISIONS },
    },
  })
    .input(ListDecisionsInput)
    .output(DecisionList)
    .query(({ ctx, input }) => listDecisions(ctx, input)),

  calibration: procedure({
    ...reading,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/graph/calibration",
      tags,
      summary: "How sure you were, against what came",
      example: { response: EXAMPLE_CALIBRATION },
    },
  })
    .input(CalibrationInput)
    .output(Calibration)
    .query(({ ctx, input }) => calibration(ctx, input)),
});
