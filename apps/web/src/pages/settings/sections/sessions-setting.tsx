import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { countOf } from "../../../kit/count-of.ts";
import { useServices } from "../../../kit/services.tsx";
import { authApi, type BrowserSession } from "../../../session/auth-api.ts";
import { useForgetUser, useUnsent } from "../../../session/use-sign-out.ts";
import { act, change } from "../../../remote/act.ts";
import { useTRPC } from "../../../remote/trpc.ts";
import { restoreEntries } from "../../../remote/restore-entries.ts";
import { problemOf } from "../../../kit/errors.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { RelativeTime } from "../../../kit/ui/relative-time.tsx";
import { ErrorNotice, SkeletonRows } from "../../../kit/ui/states.tsx";
import { browserName } from "../browser-name.ts";
import { Setting } from "../setting.tsx";

const KEY = ["sessions"];
interface SessionList {
  readonly sessions: readonly BrowserSession[];
}

/** Lists the signed-in browsers, with buttons to sign them out. */
export function SessionsSetting() {
  const { toasts } = useServices();
  const forgetUser = useForgetUser();
  const isUnsent = useUnsent();
  const { data, error, refetch } = useQuery<SessionList>({ queryKey: KEY, queryFn: authApi.sessions, staleTime: 0 });
  const signOutEverywhere = async (): Promise<void> => {
    if (await isUnsent()) return;
    try {
      await authApi.signOutEverywhere();
      forgetUser();
    } catch (failure) {
      toasts.showProblem(problemOf(failure));
    }
  };
  return (
    <Setting
      name="Sessions"
      about="Browsers that are signed in as you. Signing out everywhere also revokes the tokens of your scripts."
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} height={52} />}
      <ul aria-label="Sessions" className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ActiveWebhooks />
      <Button look="danger" className="mt-3" onClick={() => void signOutEverywhere()}>
        Sign out everywhere
      </Button>
    </Setting>
  );
}

/** Says that webhooks go on sending after everybody is signed out, and stops them. Nothing while there are none. */
function ActiveWebhooks() {
  const services = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.webhooks.list.queryOptions());
  const active = data?.webhooks.filter((webhook) => webhook.active) ?? [];
  if (active.length === 0) return null;
  const set = (isActive: boolean) =>
    Promise.all(active.map(({ id }) => services.client.webhooks.update.mutate({ id, active: isActive })));
  const stopAll = () =>
    act(
      { ...services, queryClient },
      {
        run: () => set(false),
        doneText: "All webhooks stopped.",
        undo: () => set(true),
        refresh: [trpc.webhooks.pathKey()],
      },
    );
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>
        Signing out leaves{" "}
        <Link to="/webhooks" className="underline underline-offset-2">
          {countOf(active.length, "webhook", "webhooks")}
        </Link>{" "}
        sending: {active.map(({ name, url }) => name || new URL(url).host).join(", ")}.
      </span>
      <Button small onClick={() => void stopAll()}>
        Stop all
      </Button>
    </p>
  );
}

function SessionRow({
  session: { id, current, user_agent: agent, last_used_at: lastUsedAt },
}: {
  readonly session: BrowserSession;
}) {
  const services = useServices();
  const queryClient = useQueryClient();
  const end = () =>
    act(
      { ...services, queryClient },
      {
        optimistic: [
          change<SessionList>(
            KEY,
            ({ sessions }) => ({ sessions: sessions.filter((session) => session.id !== id) }),
            ({ sessions }, before) => ({ sessions: restoreEntries(sessions, before.sessions, new Set([id])) }),
          ),
        ],
        run: () => authApi.endSession(id),
        doneText: "Session signed out.",
        refresh: [KEY],
      },
    );
  return (
    <li className="flex items-center justify-between gap-4 px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="truncate">{browserName(agent)}</p>
        <p className="text-sm text-muted">
          {current ? (
            "This browser"
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button small onClick={() => void end()}>
          Sign out there
        </Button>
      )}
    </li>
  );
}
