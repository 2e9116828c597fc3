import type { AppRouter } from "@knote/api";
import { LIMITS } from "@knote/contract";
import {
  createTRPCClient,
  httpBatchStreamLink,
  httpLink,
  retryLink,
  splitLink,
  type TRPCClient,
  type TRPCLink,
} from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { Session } from "../session/session.ts";
import { asOfAddress } from "./past/as-of.ts";
import type { PastFacts } from "./past/past-facts.ts";
import { readPast, refuseWritesInPast } from "./past/past-links.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly client: Client;
  }
}

/** Set by the build: see `vite/public-procedures.ts` and `vite/past-procedures.ts`. */
declare const PUBLIC_PROCEDURES: readonly string[];
declare const PAST_PROCEDURES: readonly string[];

export type Client = TRPCClient<AppRouter>;

/** `useTRPC()` returns query and mutation options, `useTRPCClient()` a client for plain calls. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const url = "/trpc";

/** Creates a client that batches simultaneous calls into one request and streams each result as it is ready. */
export function createClient(session: Session): Client {
  return createTRPCClient<AppRouter>({ links: [...linksOfAll(session), batchLink(session)] });
}

/** Creates a client that reads a time of the past where it can, and reports what the answers say about themselves. */
export function createPastClient(
  session: Session,
  { asOf, onFacts }: { readonly asOf: string; readonly onFacts: (facts: PastFacts) => void },
): Client {
  const past = readPast({ asOf, onFacts, procedures: PAST_PROCEDURES });
  // The answers of a batch share the head of their response, which is sent before they are known.
  const oneByOne = httpLink<AppRouter>({ url, headers: ({ op }) => headersFor(session, [op]) });
  const last = splitLink({ condition: ({ type }) => type === "query", true: oneByOne, false: batchLink(session) });
  return createTRPCClient<AppRouter>({ links: [past, ...linksOfAll(session), last] });
}

/** Returns the links that every client has. */
function linksOfAll(session: Session): TRPCLink<AppRouter>[] {
  return [
    refuseWritesInPast(() => asOfAddress(window.location, Date.now()) !== undefined),
    retryLink({
      retry({ error, attempts }) {
        if (error.data?.code !== "UNAUTHORIZED" || attempts > 1) return false;
        session.discard();
        return true;
      },
    }),
  ];
}

function batchLink(session: Session): TRPCLink<AppRouter> {
  return httpBatchStreamLink({
    url,
    maxItems: LIMITS.batchedCalls,
    headers: ({ opList }) => headersFor(session, opList),
  });
}

async function headersFor(session: Session, calls: readonly { readonly path: string }[]) {
  if (calls.every(({ path }) => PUBLIC_PROCEDURES.includes(path))) return {};
  return { Authorization: `Bearer ${(await session.token()).value}` };
}
