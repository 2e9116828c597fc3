import { aNoteBody, apiOf } from "@knote/testkit";
import type { HostileAct } from "../act.ts";
import { MARKS } from "../provider.ts";
import type { Villain } from "../villain.ts";

const CALLERS = 40;
const QUESTION = { query: `How slow is ${MARKS.slow}?` };

/** Recall, answers and suggestions with a slow provider. */
export const SLOW_PROVIDER_ACTS: readonly HostileAct[] = [
  {
    name: "recall with a slow embedder",
    begin: (villain) => villain.keepOn(CALLERS, () => villain.send("POST /api/recall", QUESTION)),
  },
  {
    name: "questions with a slow model",
    begin: (villain) => villain.keepOn(CALLERS, () => villain.send("POST /api/ask", QUESTION)),
  },
  {
    name: "streamed answers with a slow model",
    begin: (villain) =>
      villain.keepOn(CALLERS, () => villain.send("POST /api/ask", QUESTION, { Accept: "text/event-stream" })),
  },
  slowSuggestions(),
];

function slowSuggestions(): HostileAct {
  const path = { id: "" };
  return {
    name: "suggestions with a slow judge",
    async prepare(villain) {
      path.id = await makeNotes(villain);
    },
    begin: (villain) =>
      villain.keepOn(CALLERS, () => villain.send(`GET /api/workspace/notes/${path.id}/suggestions?limit=50`)),
  };
}

async function makeNotes({ url, token }: Villain): Promise<string> {
  const api = await apiOf({ url, token: async () => token }, "");
  await api("POST", "/api/workspace/notes", aNoteBody("Syrup runs slowly"));
  return (await api("POST", "/api/workspace/notes", aNoteBody(`Syrup runs slowly like ${MARKS.slow}`))).body.id;
}
