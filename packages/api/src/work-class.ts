/** The kind of load that a call causes. Transports limit concurrent calls of each kind; `always` is never refused. */
export type WorkClass = "always" | "read" | "search" | "recall" | "write" | "outward";
