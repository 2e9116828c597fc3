import type { DomainError } from "@knote/api";
import type { Scope } from "@knote/contract";
import type * as z from "zod";
import type { Caller } from "../caller.ts";
import type { CitedNote } from "./shown-note.ts";

/** What a tool works with: the procedures of one request, and how ids and addresses translate. */
export interface ToolContext {
  readonly caller: Caller;
  readonly scopes: ReadonlySet<string>;
  /** The time, in ms since the epoch. */
  readonly now: () => number;
  /** Names a note with its address. */
  readonly cite: (note: Pick<CitedNote, "id" | "title">) => CitedNote;
  /** Returns the id in `note://<id>` or in an address of ours; any other text as it is. */
  readonly idIn: (text: string) => string;
}

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: false;
}

/** One thing that a model can do. It calls procedures and decides nothing itself. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Read by models: what it does, when to use it, and what to use instead. */
  readonly description: string;
  /** The scope of its procedures. A token without it does not see the tool. */
  readonly scope: Scope;
  readonly annotations: Annotations;
  readonly input: Input;
  /** What a model should know about a field of the input, where its name and type do not say it. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly output: Output;
  call(context: ToolContext, input: z.output<Input>): Promise<z.input<Output>>;
  /** Says what to do about a refusal, where this tool knows better than the general sentences; null for those. */
  adviseOn?(error: DomainError): string | null;
}

export const READS: Annotations = { readOnlyHint: true, openWorldHint: false };

/** Describes a tool that writes; `isDestructive` when something of before is no longer there. */
export function writes(isDestructive: boolean, isIdempotent: boolean): Annotations {
  return {
    readOnlyHint: false,
    destructiveHint: isDestructive,
    idempotentHint: isIdempotent,
    openWorldHint: false,
  };
}

/** Defines a tool. Its call gets what its input schema has parsed. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  return tool;
}
