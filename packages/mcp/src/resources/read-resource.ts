import { DomainError } from "@knote/api";
import { DAY_MS } from "@knote/contract";
import {
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { McpRequest } from "../mcp-request.ts";
import { requireScope } from "../require-scope.ts";
import { causeOf } from "../texts-for-models.ts";
import { NOTE_SCHEME, toolContext } from "../tool-context.ts";
import { attentionText } from "./attention-text.ts";
import { ATTENTION, GUIDE } from "./fixed-resources.ts";
import { GUIDE_TEXT } from "./guide-text.ts";
import { noteText } from "./note-text.ts";

const MOST_LINKS = 50;

export const RESOURCE_TEMPLATES: ListResourceTemplatesResult = {
  resourceTemplates: [
    { uriTemplate: "note://{id}", name: "A note", description: "A note with its links.", mimeType: "text/markdown" },
  ],
};

/** Reads a resource. Throws `ResourceNotFoundError` for any other address, and for a note that is not there. */
export async function readResource(request: McpRequest, uri: string): Promise<ReadResourceResult> {
  if (uri === GUIDE.uri) return { ...textOf(uri, GUIDE_TEXT), ttlMs: DAY_MS, cacheScope: "public" };
  if (uri !== ATTENTION.uri && !uri.startsWith(NOTE_SCHEME)) throw new ResourceNotFoundError(uri);
  requireScope(request, "notes:read");
  await request.takeCall();
  const context = toolContext(request);
  if (uri === ATTENTION.uri) return textOf(uri, await attentionText(context));
  const id = context.idIn(uri);
  try {
    const [note, links] = await Promise.all([
      context.caller.notes.get({ id }),
      context.caller.links.ofNote({ id, limit: MOST_LINKS }),
    ]);
    return textOf(uri, noteText(note, links), { priority: note.importance, lastModified: note.updated_at });
  } catch (error) {
    const cause = causeOf(error);
    throw DomainError.is(cause) && cause.code === "NOT_FOUND" ? new ResourceNotFoundError(uri) : error;
  }
}

function textOf(uri: string, text: string, annotations?: { priority: number; lastModified: string }) {
  return { contents: [{ uri, mimeType: "text/markdown", text, ...(annotations && { annotations }) }] };
}
