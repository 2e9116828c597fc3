import { aNoteBody, type Api, apiOf, openImport } from "@knote/testkit";
import type { HostileAct } from "../act.ts";
import { MARKS } from "../provider.ts";
import type { Villain } from "../villain.ts";

const CALLERS = 8;
const CHAIN = 2_000;
/** Notes around the hub. Each is linked with it in every directed relation, both ways. */
const AROUND = 2_600;
const BOTH_WAYS = ["extends", "depends_on", "derived_from"];
const REVISIONS = 100;
const REVISION_LENGTH = 49_000;

/** Acts on graphs, histories and answers of extreme size or shape. */
export const GRAPH_ACTS: readonly HostileAct[] = [
  {
    name: "recall over a chain of supersedes",
    async prepare(villain) {
      const chain = (place: number) => `chain-${place}`;
      const notes = Array.from({ length: CHAIN }, (_, place) => note(chain(place), `Link ${place} of the chain`));
      await importAll(villain, [
        ...notes,
        // Newest first: the check whether a link closes a cycle is then quick.
        ...Array.from({ length: CHAIN - 1 }, (_, place) =>
          link(chain(CHAIN - 1 - place), chain(CHAIN - 2 - place), "supersedes"),
        ),
      ]);
    },
    begin: (villain) =>
      villain.keepOn(CALLERS, () => villain.send("POST /api/recall", { query: "Which link of the chain is it?" })),
  },
  hub(),
  history(),
  {
    name: "an answer of two thousand sentences",
    begin: (villain) =>
      villain.keepOn(CALLERS, () =>
        villain.send("POST /api/ask", { query: `Which link is of the ${MARKS.sentences}?` }),
      ),
  },
];

function hub(): HostileAct {
  const path = { id: "" };
  return {
    name: "links of a hub",
    async prepare(villain) {
      const around = Array.from({ length: AROUND }, (_, place) => `around-${place}`);
      await importAll(villain, [
        note("hub", "Hub of the wheel"),
        ...around.map((key) => note(key, `Spoke ${key}`)),
        ...around.flatMap((key) => [
          link("hub", key, "relates_to"),
          ...BOTH_WAYS.flatMap((relation) => [link("hub", key, relation), link(key, "hub", relation)]),
        ]),
      ]);
      const { body } = await (
        await api(villain)
      )("GET", `/api/graph/notes?q=${encodeURIComponent('"hub of the wheel"')}`);
      path.id = body.notes[0].id;
    },
    begin: (villain) => villain.keepOn(CALLERS, () => villain.send(`GET /api/workspace/notes/${path.id}/links`)),
  };
}

function history(): HostileAct {
  const path = { id: "" };
  return {
    name: "a long history",
    async prepare(villain) {
      const call = await api(villain);
      path.id = (await call("POST", "/api/workspace/notes", aNoteBody("Long history"))).body.id;
      for (let revision = 0; revision < REVISIONS; revision++) {
        const content = `${revision} `.padEnd(REVISION_LENGTH, "x");
        await call("PUT", `/api/workspace/notes/${path.id}`, { content });
      }
    },
    begin: (villain) => villain.keepOn(CALLERS, () => villain.send(`GET /api/workspace/notes/${path.id}/history`)),
  };
}

function api({ url, token }: Villain): Promise<Api> {
  return apiOf({ url, token: async () => token }, "");
}

async function importAll({ url, token }: Villain, lines: readonly object[]): Promise<void> {
  using upload = await openImport(url, token);
  if (!upload.send(lines)) await upload.whenDrained();
  upload.end();
  while (!upload.isClosed) await new Promise((resolve) => setTimeout(resolve, 20));
  const summary = upload.readAnswers().at(-1);
  if (summary === undefined || !("done" in summary) || summary.failed > 0) throw new Error("The import failed.");
}

function note(key: string, title: string): object {
  return { note: { key, ...aNoteBody(title, "-") } };
}

function link(source: string, target: string, relation: string): object {
  return { link: { source, target, relation } };
}
