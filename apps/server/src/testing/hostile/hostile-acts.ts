import type { HostileAct } from "./act.ts";
import { CONNECTION_ACTS } from "./acts/connections.ts";
import { FLOOD_ACTS } from "./acts/floods.ts";
import { GRAPH_ACTS } from "./acts/graphs.ts";
import { IMPORT_ACTS } from "./acts/imports.ts";
import { REFUSED_TEXTS_ACT } from "./acts/refused-texts.ts";
import { SLOW_PROVIDER_ACTS } from "./acts/slow-provider.ts";

/** Acts that hold places and connections; others measure the databases, and the cluster's stand-ins are slow. */
export const HOLDING_ACTS: readonly HostileAct[] = [...SLOW_PROVIDER_ACTS, ...CONNECTION_ACTS];

/** What one user may do to others, as it was done. */
export const HOSTILE_ACTS: readonly HostileAct[] = [
  ...HOLDING_ACTS,
  ...IMPORT_ACTS,
  ...FLOOD_ACTS,
  ...GRAPH_ACTS,
  REFUSED_TEXTS_ACT,
];
