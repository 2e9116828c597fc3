import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { EVENT_KINDS, type EventKind } from "../pages/activity/event-kinds.ts";
import { graphSearch } from "../pages/graph/graph-search.ts";
import { readCaptureSearch } from "../pages/capture/read-capture.ts";
import { readChangesSearch } from "../pages/changes/period.ts";
import type { DraftPlace } from "../pages/new-note/draft-place.ts";
import { readNotesSearch } from "../pages/notes/notes-search.ts";
import { readSignInSearch } from "../pages/sign-in/sign-in-search.ts";
import { KINDS, type Kind } from "../pages/tend/cards.ts";
import { frameRoute, rootRoute } from "./root-route.tsx";

type Search = Record<string, unknown>;

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/",
  staticData: { hasPast: true },
  component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
});

const askRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/ask",
  validateSearch: (search: Search): { readonly q?: string | undefined } =>
    typeof search["q"] === "string" ? { q: search["q"] } : {},
  staticData: { hasPast: true, focusesField: (search) => !("q" in search) },
  component: lazyRouteComponent(() => import("../pages/ask/ask-page.tsx"), "AskPage"),
});

const notesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes",
  validateSearch: readNotesSearch,
  staticData: { hasPast: true },
  component: lazyRouteComponent(() => import("../pages/notes/notes-page.tsx"), "NotesPage"),
});

const graphRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/graph",
  validateSearch: graphSearch,
  staticData: { hasPast: true },
  component: lazyRouteComponent(() => import("../pages/graph/graph-page.tsx"), "GraphPage"),
});

const statisticsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/statistics",
  staticData: { hasPast: true },
  component: lazyRouteComponent(() => import("../pages/statistics/statistics-page.tsx"), "StatisticsPage"),
});

const newNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/new",
  validateSearch: ({ title, draft, replaces }: Search): DraftPlace => ({
    ...(typeof title === "string" && { title }),
    ...(typeof draft === "string" && { draft }),
    ...(typeof replaces === "string" && { replaces }),
  }),
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("../pages/new-note/new-note-page.tsx"), "NewNotePage"),
});

const captureRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/new",
  validateSearch: readCaptureSearch,
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("../pages/capture/capture-page.tsx"), "CapturePage"),
});

const waitingRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/waiting",
  component: lazyRouteComponent(() => import("../pages/waiting/waiting-page.tsx"), "WaitingPage"),
});

const noteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/$id",
  validateSearch: ({ tab }: Search): { readonly tab?: "around" | "history" | undefined } =>
    tab === "around" || tab === "history" ? { tab } : {},
  staticData: { hasPast: true },
  component: lazyRouteComponent(() => import("../pages/note/note-page.tsx"), "NotePage"),
});

const editNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/$id/edit",
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("../pages/note/edit-note-page.tsx"), "EditNotePage"),
});

const splitNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/$id/split",
  component: lazyRouteComponent(() => import("../pages/split-note/split-note-page.tsx"), "SplitNotePage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
});

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/import",
  component: lazyRouteComponent(() => import("../pages/import/import-page.tsx"), "ImportPage"),
});

const tendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/tend",
  validateSearch: (search: Search): { readonly kind?: Kind | undefined } => {
    const kind = KINDS.find((candidate) => candidate === search["kind"]);
    return kind ? { kind } : {};
  },
  component: lazyRouteComponent(() => import("../pages/tend/tend-page.tsx"), "TendPage"),
});

const decisionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/decisions",
  component: lazyRouteComponent(() => import("../pages/decisions/decisions-page.tsx"), "DecisionsPage"),
});

const changesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/changes",
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import("../pages/changes/changes-page.tsx"), "ChangesPage"),
});

const activityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/activity",
  validateSearch: (search: Search): { readonly kind?: EventKind | undefined } => {
    const kind = EVENT_KINDS.find((entry) => entry.kind === search["kind"])?.kind;
    return kind ? { kind } : {};
  },
  component: lazyRouteComponent(() => import("../pages/activity/activity-page.tsx"), "ActivityPage"),
});

const quotaRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/quota",
  component: lazyRouteComponent(() => import("../pages/quota/quota-page.tsx"), "QuotaPage"),
});

const webhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("../pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const webhookRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/webhooks/$id",
  component: lazyRouteComponent(() => import("../pages/webhooks/webhook-page.tsx"), "WebhookPage"),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signin",
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage"),
});

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connect",
  validateSearch: (search: Search): { readonly request?: string | undefined } =>
    typeof search["request"] === "string" ? { request: search["request"] } : {},
  component: lazyRouteComponent(() => import("../pages/connect/connect-page.tsx"), "ConnectPage"),
});

const demoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/demo",
  validateSearch: (search: Search): { readonly q?: string | undefined; readonly note?: string | undefined } => ({
    q: typeof search["q"] === "string" ? search["q"] : undefined,
    note: typeof search["note"] === "string" ? search["note"] : undefined,
  }),
  component: lazyRouteComponent(() => import("../pages/demo/demo-page.tsx"), "DemoPage"),
});

/** Every page, one per line. Those inside the frame need a signed-in user. */
export const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    homeRoute,
    askRoute,
    notesRoute,
    graphRoute,
    statisticsRoute,
    newNoteRoute,
    captureRoute,
    waitingRoute,
    noteRoute,
    editNoteRoute,
    splitNoteRoute,
    settingsRoute,
    importRoute,
    tendRoute,
    decisionsRoute,
    changesRoute,
    activityRoute,
    quotaRoute,
    webhooksRoute,
    webhookRoute,
  ]),
  signInRoute,
  connectRoute,
  demoRoute,
]);
