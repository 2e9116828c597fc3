import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { keepOffline } from "./app/keep-offline.ts";
import type { Services } from "./kit/services.tsx";
import { authApi } from "./session/auth-api.ts";
import { createSession } from "./session/session.ts";
import { shareSignOut } from "./session/share-sign-out.ts";
import { createImports } from "./features/transfer/imports.ts";
import { createDismissals } from "./features/tend/dismissals.ts";
import { createNewerVersion } from "./remote/newer-version.ts";
import { createQueryClient } from "./remote/query-client.ts";
import { createReachability, serverAnswers } from "./remote/reachability.ts";
import { createClient } from "./remote/trpc.ts";
import { createOutbox } from "./kit/outbox.ts";
import { createShortcuts } from "./kit/shortcuts/shortcuts.ts";
import { createSingleKeys } from "./kit/shortcuts/single-keys.ts";
import { createTyping } from "./kit/shortcuts/typing.ts";
import { createTheme } from "./kit/theme/theme.ts";
import { createToasts } from "./kit/toasts/toasts.ts";

/** Pages that need no session. */
const OPEN_TO_ALL = ["/demo", "/signin"];

const session = createSession({ mint: authApi.mintToken, now: Date.now });
const reachability = createReachability(serverAnswers);
const singleKeys = createSingleKeys();
const services: Services = {
  session,
  reachability,
  newerVersion: createNewerVersion(window, { answers: serverAnswers, reachability }),
  client: createClient(session),
  queryClient: createQueryClient(reachability),
  toasts: createToasts(),
  shortcuts: createShortcuts(Date.now),
  singleKeys,
  typing: createTyping(Date.now, singleKeys),
  theme: createTheme(),
  outbox: createOutbox(),
  imports: createImports(session),
  dismissals: createDismissals(localStorage, window),
};

shareSignOut(session);
keepOffline();
// Fetches the token before the page renders, because the page's first queries need it.
if (!OPEN_TO_ALL.includes(window.location.pathname)) void session.token().catch(() => undefined);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App services={services} />
  </StrictMode>,
);
