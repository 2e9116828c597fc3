import { CreateLinkInput, Link } from "@knote/contract";
import * as z from "zod";
import { defineTool, writes } from "./tool.ts";

export const linkNotes = defineTool({
  name: "link_notes",
  description:
    "Link source to target. extends: builds on it. depends_on: needs it to be true. derived_from: was concluded from it. contradicts: both cannot be true; the target becomes contested. supersedes: replaces it; the target becomes superseded. relates_to: anything else, both ways.",
  scope: "notes:write",
  annotations: writes(false, true),
  input: z.object(CreateLinkInput.shape),
  output: z.object(Link.shape),
  call: ({ caller }, input) => caller.links.create(input),
  adviseOn({ code, message, retryAfterSeconds }) {
    if (code !== "CONFLICT" || retryAfterSeconds !== undefined) return null;
    return message.endsWith("through a chain.")
      ? `${message} Fetch the target to see the chain.`
      : "This link exists already; there is nothing to do.";
  },
});
