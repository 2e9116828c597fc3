import { activityRoute } from "../pages/activity/route.ts";
import { askRoute } from "../pages/ask/route.ts";
import { demoRoute } from "../pages/demo/route.ts";
import { graphRoute } from "../pages/graph/route.ts";
import { homeRoute } from "../pages/home/route.ts";
import { newNoteRoute } from "../pages/new-note/route.ts";
import { editNoteRoute } from "../pages/note/edit-route.ts";
import { noteRoute } from "../pages/note/route.ts";
import { notesRoute } from "../pages/notes/route.ts";
import { quotaRoute } from "../pages/quota/route.ts";
import { settingsRoute } from "../pages/settings/route.ts";
import { signInRoute } from "../pages/sign-in/route.ts";
import { statisticsRoute } from "../pages/statistics/route.ts";
import { tendRoute } from "../pages/tend/route.ts";
import { frameRoute, rootRoute } from "./root-route.tsx";

/** Every page: a line each. Those of the frame need someone who is signed in. */
export const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    homeRoute,
    askRoute,
    notesRoute,
    graphRoute,
    statisticsRoute,
    newNoteRoute,
    noteRoute,
    editNoteRoute,
    settingsRoute,
    tendRoute,
    activityRoute,
    quotaRoute,
  ]),
  signInRoute,
  demoRoute,
]);
