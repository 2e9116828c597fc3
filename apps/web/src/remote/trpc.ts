import type { AppRouter } from "@knote/api";
import { createTRPCClient, httpBatchStreamLink, retryLink, type TRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { Session } from "../auth/session.ts";

/** As many calls as the server takes in one request. */
const MOST_CALLS = 20;

export type Client = TRPCClient<AppRouter>;

/** `useTRPC()` gives query and mutation options, `useTRPCClient()` plain calls. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Calls of one moment go in one request, and each answer comes as soon as it is there. */
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
        maxItems: MOST_CALLS,
        headers: async ({ opList }) =>
          opList.every(({ path }) => isPublic(path))
            ? {}
            : { Authorization: `Bearer ${(await session.token()).value}` },
      }),
    ],
  });
}

/** Visitors who are not signed in see these. */
function isPublic(path: string): boolean {
  return path.startsWith("demo.") || path === "quota.pricing" || path === "health.check";
}
