import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { linkBulk } from "./link-bulk.ts";
import { linkEvents } from "./link-events.ts";
import { linkIdentity } from "./link-identity.ts";
import { linkListing } from "./link-listing.ts";
import { linkReplacing } from "./link-replacing.ts";
import { linkStates } from "./link-states.ts";
import { linksOfNote } from "./links-of-note.ts";
import { linkSupersession } from "./link-supersession.ts";
import { linkVisibility } from "./link-visibility.ts";
import { pastLinks } from "./past-links.ts";
import { restLinks } from "./rest-links.ts";

/** Contract suite of `LinkStore`. */
export function describeLinkStore(name: string, open: OpenStorage): void {
  describe(`LinkStore: ${name}`, () => {
    describe("identity", () => linkIdentity(open));
    describe("visibility", () => linkVisibility(open));
    describe("lists", () => linkListing(open));
    describe("links of a note", () => linksOfNote(open));
    describe("supersession", () => linkSupersession(open));
    describe("states", () => linkStates(open));
    describe("insertMany", () => linkBulk(open));
    describe("replacing", () => linkReplacing(open));
    describe("events", () => linkEvents(open));
    describe("rest links", () => restLinks(open));
    describe("removed links", () => pastLinks(open));
  });
}
