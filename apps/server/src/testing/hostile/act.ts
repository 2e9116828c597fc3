import type { Stop, Villain } from "./villain.ts";

/** A way to overuse the service that must slow down nobody but its user. */
export interface HostileAct {
  readonly name: string;
  /** Creates the data that the act needs; called once, before measuring. */
  prepare?(villain: Villain): Promise<void>;
  /** Starts the act, which goes on until it is stopped. */
  begin(villain: Villain): Stop;
}
