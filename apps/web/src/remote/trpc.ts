import type { AppRouter } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { createTRPCClient, httpBatchStreamLink, retryLink, type TRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { Session } from "../session/session.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly client: Client;
  }
}

/** Set by the build: see `vite/public-procedures.ts`. */
declare const PUBLIC_PROCEDURES: readonly string[];

export type Client = TRPCClient<AppRouter>;

/** `useTRPC()` returns query and mutation options, `useTRPCClient()` a client for plain calls. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Creates a client that batches simultaneous calls into one request and streams each result as it is ready. */
export function createClient(session: Session): Client {
  return createTRPCClient<AppRouter>({
    links: [
      retryLink({
        retry({ error, attempts }) {
          if (error.data?.code !== "UNAUTHORIZED" || attempts > 1) return false;
          session.discard();
          return true;
        },
      }),
      httpBatchStreamLink({
        url: "/trpc",
        maxItems: LIMITS.batchedCalls,
        headers: async ({ opList }) =>
          opList.every(({ path }) => PUBLIC_PROCEDURES.includes(path))
            ? {}
            : { Authorization: `Bearer ${(await session.token()).value}` },
      }),
    ],
  });
}
