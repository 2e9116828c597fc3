import type { HttpAppOptions } from "../options.ts";
import { startApp, type TestApp, type TestCaller } from "./start-app.ts";

export const TITLE = "Sleep consolidates memory";

export interface AppWithNotes {
  readonly app: TestApp;
  readonly ada: TestCaller;
  readonly id: string;
  /** Linked from the first note. */
  readonly other: string;
}

interface StartWithNotesOptions {
  /** Fakes unless given. */
  readonly services?: HttpAppOptions["services"];
  readonly userId?: string;
}

/** Starts an app with a user who has two linked notes. */
export async function startWithNotes({ services, userId = "ada" }: StartWithNotesOptions = {}): Promise<AppWithNotes> {
  const app = await startApp(services && { services });
  const ada = await app.user(userId);
  const id = await ada.note(TITLE, { content: "A private explanation." });
  const other = await ada.note("Dreams replay the day");
  await ada.send("POST /api/workspace/links", { json: { source_id: id, target_id: other, relation: "relates_to" } });
  return { app, ada, id, other };
}
