import type { HostileAct } from "./act.ts";
import { CONNECTION_ACTS } from "./acts/connections.ts";
import { FLOOD_ACTS } from "./acts/floods.ts";
import { GRAPH_ACTS } from "./acts/graphs.ts";
import { IMPORT_ACTS } from "./acts/imports.ts";
import { REFUSED_TEXTS_ACT } from "./acts/refused-texts.ts";
import { slowDatabases } from "./acts/slow-databases.ts";
import { SLOW_PROVIDER_ACTS } from "./acts/slow-provider.ts";

/** Acts of one user that once slowed down others. */
export const HOSTILE_ACTS: readonly HostileAct[] = [
  ...SLOW_PROVIDER_ACTS,
  ...CONNECTION_ACTS,
  ...IMPORT_ACTS,
  ...FLOOD_ACTS,
  ...GRAPH_ACTS,
  REFUSED_TEXTS_ACT,
];

/** Acts whose requests end only when the test releases them: others must be answered before. */
export const ENDLESS_ACTS: readonly HostileAct[] = [slowDatabases(), ...CONNECTION_ACTS];
