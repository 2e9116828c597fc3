import { activityRouter } from "./activity/router.ts";
import { changesRouter } from "./changes/router.ts";
import { demoRouter } from "./demo/router.ts";
import { graphRouter } from "./graph/router.ts";
import { healthRouter } from "./health.ts";
import { linksRouter } from "./links/router.ts";
import { looksRouter } from "./looks/router.ts";
import { notesRouter } from "./notes/router.ts";
import { operationsRouter } from "./operations/router.ts";
import { proposalsRouter } from "./proposals/router.ts";
import { quotaRouter } from "./quota/router.ts";
import { recallRouter } from "./recall/router.ts";
import { reviewsRouter } from "./reviews/router.ts";
import { stancesRouter } from "./stances/router.ts";
import { tendRouter } from "./tend/router.ts";
import { router } from "./trpc.ts";
import { webhooksRouter } from "./webhooks/router.ts";

/** Everything that Knote does, behind one typed router. REST serves the same procedures. */
export const appRouter = router({
  activity: activityRouter,
  changes: changesRouter,
  demo: demoRouter,
  graph: graphRouter,
  health: healthRouter,
  links: linksRouter,
  looks: looksRouter,
  notes: notesRouter,
  operations: operationsRouter,
  proposals: proposalsRouter,
  quota: quotaRouter,
  recall: recallRouter,
  reviews: reviewsRouter,
  stances: stancesRouter,
  tend: tendRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
