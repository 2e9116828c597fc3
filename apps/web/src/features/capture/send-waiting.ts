import type { ImportResult, ImportSummary } from "@knote/contract";
import { countOf } from "../../kit/count-of.ts";
import type { Services } from "../../kit/services.tsx";
import { createService } from "../../remote/service.ts";
import { captureLines, captureOutcome, type WaitingEntry } from "./waiting-notes.ts";

/** Sends what waits, one note after the other; stops silently when the server cannot be reached. */
export async function sendWaiting(services: Services, entries: readonly WaitingEntry[]): Promise<void> {
  const { outbox, toasts, queryClient } = services;
  let [storedCount, refusedLinks] = [0, 0];
  try {
    for (const entry of entries) {
      let outcome = captureOutcome(await send(services, captureLines(entry)));
      if (outcome.kind === "early") outcome = captureOutcome(await send(services, captureLines(entry, false)));
      if (outcome.kind === "stored") {
        storedCount += 1;
        refusedLinks += outcome.refusedLinks;
        await outbox.remove(entry.id);
      } else
        await outbox.put({ ...entry, problem: outcome.kind === "refused" ? outcome.detail : "Its time is refused." });
    }
  } catch {
    // It waits on; `reachability` says when the server answers again.
  }
  if (storedCount === 0) return;
  const links = refusedLinks > 0 ? ` ${countOf(refusedLinks, "link", "links")} could not be made.` : "";
  toasts.show({ text: `${countOf(storedCount, "waiting note is stored.", "waiting notes are stored.")}${links}` });
  void queryClient.invalidateQueries();
}

async function send({ session, reachability }: Services, body: string): Promise<ImportResult[]> {
  const response = await createService(session, reachability).send("/api/workspace/import", {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body,
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const answers = (await response.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ImportResult | ImportSummary);
  return answers.filter((answer): answer is ImportResult => "line" in answer);
}
