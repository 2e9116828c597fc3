import type { Notice } from "@knote/api";
import { anEvent } from "./an-event.ts";

/** Builds a notice of an event whose text a test can recognise. */
export function aNotice(text?: string): Notice {
  return { event: anEvent(text) };
}
