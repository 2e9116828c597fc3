import { CreateLinkInput, Link, LinkInput, LinkList, ListLinksInput, NoteLinks, NotePageInput } from "@knote/contract";
import * as z from "zod";
import { authedProcedure, router } from "../trpc.ts";
import { createLink } from "./create-link.ts";
import { deleteLink } from "./delete-link.ts";
import { listLinks } from "./list-links.ts";
import { noteLinks } from "./note-links.ts";

const tags = ["Links"];

export const linksRouter = router({
  create: authedProcedure
    .meta({
      scope: "notes:write",
      status: 201,
      idempotent: true,
      openapi: { method: "POST", path: "/api/workspace/links", tags, summary: "Link two notes", protect: true },
    })
    .input(CreateLinkInput)
    .output(Link)
    .mutation(({ ctx, input }) => createLink(ctx, input)),

  delete: authedProcedure
    .meta({
      scope: "notes:write",
      status: 204,
      openapi: { method: "DELETE", path: "/api/workspace/links", tags, summary: "Remove a link", protect: true },
    })
    .input(LinkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteLink(ctx, input)),

  list: authedProcedure
    .meta({
      scope: "notes:read",
      paged: true,
      openapi: { method: "GET", path: "/api/graph/links", tags, summary: "List links, newest first", protect: true },
    })
    .input(ListLinksInput)
    .output(LinkList.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => listLinks(ctx, input)),

  ofNote: authedProcedure
    .meta({
      scope: "notes:read",
      paged: true,
      openapi: {
        method: "GET",
        path: "/api/workspace/notes/{id}/links",
        tags,
        summary: "Links of a note, both ways, newest first",
        protect: true,
      },
    })
    .input(NotePageInput)
    .output(NoteLinks.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => noteLinks(ctx, input)),
});
