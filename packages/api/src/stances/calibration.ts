import { type Calibration, type CalibrationInput, DAY_MS, STANCE_TYPES } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { isSelected } from "../kit/is-selected.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { calibrate } from "./calibrate.ts";
import { type Forecast, forecastOf } from "./forecast.ts";
import { stanceLogs } from "./stance-pages.ts";

/** Notes that are read at a time, to learn their types and tags. */
const NOTES_AT_ONCE = 100;

/** Compares how sure the caller was of decisions and beliefs with what came of them. Archived ones count as well. */
export async function calibration(ctx: ServiceContext, input: CalibrationInput): Promise<Calibration> {
  const isInTime = timeFilter(input);
  const forecasts: Forecast[] = [];
  for await (const log of stanceLogs(ctx.storage.stances, ctx.actor.userId)) {
    const forecast = forecastOf(log);
    if (forecast !== null && isInTime(forecast)) forecasts.push(forecast);
  }
  // The order of notes is the engine's, and a sum of fractions depends on it.
  forecasts.sort((one, other) => (one.noteId < other.noteId ? -1 : 1));
  return calibrate(await ofSelectedNotes(ctx, forecasts, input));
}

/** Leaves out forecasts of notes that are deleted, have another type by now, or are not asked for. */
async function ofSelectedNotes(
  ctx: ServiceContext,
  forecasts: readonly Forecast[],
  { note_type: types = [...STANCE_TYPES], tag }: CalibrationInput,
): Promise<Forecast[]> {
  const selection = { noteTypes: types, ...(tag && { tags: tag }) };
  const result: Forecast[] = [];
  for (let start = 0; start < forecasts.length; start += NOTES_AT_ONCE) {
    if (start > 0) await nextTurn();
    const batch = forecasts.slice(start, start + NOTES_AT_ONCE);
    const notes = await getNotes(
      ctx,
      batch.map(({ noteId }) => noteId),
    );
    const isAskedFor = (note: StoredNote | undefined) => note !== undefined && isSelected(note, selection);
    result.push(...batch.filter(({ noteId }) => isAskedFor(notes.get(noteId))));
  }
  return result;
}

function timeFilter({ since, until }: CalibrationInput): (forecast: Forecast) => boolean {
  const from = since === undefined ? -Infinity : Date.parse(since);
  // A date is the whole day.
  const to = until === undefined ? Infinity : Date.parse(until) + (until.includes("T") ? 0 : DAY_MS - 1);
  return ({ settledAt }) => Date.parse(settledAt) >= from && Date.parse(settledAt) <= to;
}
