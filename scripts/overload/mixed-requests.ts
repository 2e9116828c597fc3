import type { BenchNote } from "../bench/corpus.ts";
import { chooseQueries } from "../bench/queries.ts";
import type { Random } from "../bench/random.ts";
import type { OverloadRequest } from "./send.ts";

/** Creates requests of every kind, like those of a busy service: more reads than writes, some questions. */
export function mixedRequests(notes: readonly BenchNote[], ids: readonly string[], random: Random) {
  const { rare, common } = chooseQueries(notes);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  /** Never the same question twice, because embedders cache. */
  const question = () => `What is known about ${pick(rare)} and ${pick(notes).title.split(" ").slice(0, 4).join(" ")}?`;
  const makers = {
    read: () => ({ kind: "read", method: "GET", path: `/api/workspace/notes/${pick(ids)}` }),
    search: () => {
      const q = random() < 0.8 ? pick(rare) : pick(common);
      return { kind: "search", method: "GET", path: `/api/graph/notes?${query({ q, limit: "20" })}` };
    },
    create: () => ({ kind: "create", method: "POST", path: "/api/workspace/notes", body: pick(notes) }),
    recall: () => ({ kind: "recall", method: "POST", path: "/api/recall", body: { query: question() } }),
    ask: () => ({ kind: "ask", method: "POST", path: "/api/ask", body: { query: question() } }),
  } as const satisfies Record<OverloadRequest["kind"], () => OverloadRequest>;

  return {
    of: makers,
    any(): OverloadRequest {
      const dice = random();
      const kind =
        dice < 0.4 ? "read" : dice < 0.65 ? "search" : dice < 0.8 ? "create" : dice < 0.95 ? "recall" : "ask";
      return makers[kind]();
    },
  };
}

export type MixedRequests = ReturnType<typeof mixedRequests>;

function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
