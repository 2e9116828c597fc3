import type { Api } from "./measure.ts";

const PAGE = 50;
const RESULTS = 20;

const list = (query: string) => ({ method: "GET", path: `/api/graph/notes${query}` }) as const;

/** The API of bare SQLite: the same paths, without search by meaning. */
export const BARE_API: Api = {
  create: (body) => ({ method: "POST", path: "/api/workspace/notes", body }),
  read: (id) => ({ method: "GET", path: `/api/workspace/notes/${id}` }),
  list: () => list(`?limit=${PAGE}`),
  search: (query) => list(`?limit=${RESULTS}&q=${encodeURIComponent(query)}`),
};

export const KNOTE_API: Api = {
  ...BARE_API,
  recall: (query) => ({ method: "POST", path: "/api/recall", body: { query } }),
  ask: (query) => ({ method: "POST", path: "/api/ask", body: { query } }),
  wholeList: () => list(""),
};

const RECORDS = "/api/collections/notes/records";

/** PocketBase's API as its users call it: `~` for each word or phrase. Totals, counted by default, are left out. */
export const POCKETBASE_API: Api = {
  create: (body) => ({ method: "POST", path: RECORDS, body }),
  read: (id) => ({ method: "GET", path: `${RECORDS}/${id}` }),
  list: () => ({ method: "GET", path: `${RECORDS}?perPage=${PAGE}&skipTotal=1&sort=-created,-id` }),
  search(query) {
    const parts = query.startsWith('"') ? [query.slice(1, -1)] : query.replaceAll("*", "").split(" ");
    const filter = parts.map((part) => `content ~ '${part}'`).join(" && ");
    const path = `${RECORDS}?perPage=${RESULTS}&skipTotal=1&filter=${encodeURIComponent(filter)}`;
    return { method: "GET", path };
  },
};

/** Returns an API for servers that do nothing, which asks for responses as large as Knote's. */
export function sizedApi(sizes: Readonly<Record<keyof Api, number>>): Api {
  const sizedRequest = (verb: keyof Api, body?: unknown) =>
    body === undefined
      ? ({ method: "GET", path: `/?size=${sizes[verb]}` } as const)
      : ({ method: "POST", path: `/?size=${sizes[verb]}`, body } as const);
  return {
    create: (note) => sizedRequest("create", note),
    read: () => sizedRequest("read"),
    list: () => sizedRequest("list"),
    search: () => sizedRequest("search"),
    recall: (query) => sizedRequest("recall", { query }),
    ask: (query) => sizedRequest("ask", { query }),
  };
}
