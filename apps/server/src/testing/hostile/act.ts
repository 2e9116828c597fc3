import type { Stop, Villain } from "./villain.ts";

/** One way of using the service that must cost nobody but its user. */
export interface HostileAct {
  readonly name: string;
  /** Makes what the act needs; once, before anything is measured. */
  prepare?(villain: Villain): Promise<void>;
  /** Goes on until it is stopped. */
  begin(villain: Villain): Stop;
}
