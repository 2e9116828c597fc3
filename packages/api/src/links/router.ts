import {
  CreateLinkInput,
  Link,
  LinkInput,
  LinkList,
  ListLinksInput,
  NoteLinks,
  NoteLinksInput,
  ReplacedLink,
  ReplaceLinkInput,
} from "@knote/contract";
import * as z from "zod";
import { procedure, router } from "../trpc.ts";
import { createLink } from "./create-link.ts";
import { deleteLink } from "./delete-link.ts";
import { listLinks, streamLinks } from "./list-links.ts";
import { noteLinks, streamNoteLinks } from "./note-links.ts";
import { replaceLink } from "./replace-link.ts";
import { EXAMPLE_LINK, EXAMPLE_NEW_LINK, EXAMPLE_NOTE_LINKS } from "../examples.ts";

const tags = ["Links"];

export const linksRouter = router({
  create: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: ["NOT_FOUND", "CONFLICT"],
    status: 201,
    idempotent: true,
    openapi: {
      method: "POST",
      path: "/api/workspace/links",
      tags,
      summary: "Link two notes",
      example: { request: EXAMPLE_NEW_LINK, response: EXAMPLE_LINK },
    },
  })
    .input(CreateLinkInput)
    .output(Link)
    .mutation(({ ctx, input }) => createLink(ctx, input)),

  delete: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: ["NOT_FOUND"],
    status: 204,
    openapi: { method: "DELETE", path: "/api/workspace/links", tags, summary: "Remove a link" },
  })
    .input(LinkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteLink(ctx, input)),

  replace: procedure({ access: "notes:write", work: "write", abortable: false, errors: ["NOT_FOUND", "CONFLICT"] })
    .input(ReplaceLinkInput)
    .output(ReplacedLink)
    .mutation(({ ctx, input }) => replaceLink(ctx, input)),

  list: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    isPaged: true,
    headers: ["X-As-Of"],
    wholeLists: (ctx, input: ListLinksInput) => ({ links: streamLinks(ctx, input) }),
    openapi: {
      method: "GET",
      path: "/api/graph/links",
      tags,
      summary: "List links, newest first",
      example: { response: { links: [EXAMPLE_LINK] } },
    },
  })
    .input(ListLinksInput)
    .output(LinkList.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => listLinks(ctx, input)),

  ofNote: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: ["NOT_FOUND"],
    isPaged: true,
    headers: ["X-As-Of"],
    wholeLists: streamNoteLinks,
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/links",
      tags,
      summary: "Links of a note, both ways, newest first",
      example: { response: EXAMPLE_NOTE_LINKS },
    },
  })
    .input(NoteLinksInput)
    .output(NoteLinks.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => noteLinks(ctx, input)),
});
