import { aNoteBody, type Api, apiOf, type ServerProcess } from "@knote/testkit";
import { undisturbedTime } from "./undisturbed-time.ts";

const NOTES = 10;
/** Requests of each kind in one round. */
const CYCLES = 8;

/** Milliseconds of each answer, by the kind of request. */
export type Times = ReadonlyMap<string, readonly number[]>;

export interface Victim {
  /** Sends the requests of an ordinary user, one after another. */
  round(cycles?: number): Promise<Times>;
  /** Returns and clears the requests with a wrong answer. */
  takeRefusals(): string[];
}

/** Creates an ordinary user, who reads, writes, asks a little and checks the service's health. */
export async function createVictim(server: ServerProcess, sub: string): Promise<Victim> {
  const api = await apiOf(server, sub);
  const id = await seed(api);
  const now = undisturbedTime(server.pid);
  const refusals: string[] = [];
  let writeCount = 0;
  const kinds: Readonly<Record<string, () => ReturnType<Api>>> = {
    read: () => api("GET", `/api/workspace/notes/${id}`),
    list: () => api("GET", "/api/graph/notes?limit=20"),
    search: () => api("GET", "/api/graph/notes?q=tides&limit=20"),
    write: () => api("POST", "/api/workspace/notes", aNoteBody(`Dry sand ${writeCount++}`, "The sea went out.")),
    recall: () => api("POST", "/api/recall", { query: "When do the tides turn?" }),
    words: () => api("POST", "/api/recall", { query: "When do the tides turn?", mode: "keyword" }),
    ask: () => api("POST", "/api/ask", { query: "When do the tides turn?" }),
    health: () => api("GET", "/health"),
  };

  async function round(cycles = CYCLES): Promise<Times> {
    const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (const [kind, call] of Object.entries(kinds)) {
        const start = now();
        const { status, body } = await call();
        times.get(kind)!.push(Math.max(0, now() - start));
        const isWhole = kind !== "search" || body.notes?.length === NOTES;
        if (status > 201 || !isWhole) refusals.push(`${kind}: ${status} ${JSON.stringify(body).slice(0, 100)}`);
      }
    }
    return times;
  }

  return { round, takeRefusals: () => refusals.splice(0) };
}

async function seed(api: Api): Promise<string> {
  const answers = [];
  for (let place = 0; place < NOTES; place++) {
    answers.push(
      await api("POST", "/api/workspace/notes", aNoteBody(`Tides turn ${place}`, "Twice a day, near enough.")),
    );
  }
  return answers[0]!.body.id;
}
