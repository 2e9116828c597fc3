/** What a call uses up. Transports bound how much of each kind is under way; `always` is never refused. */
export type WorkClass = "always" | "read" | "search" | "recall" | "write";
