import { anyMessage } from "@knote/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type MessageParts, unsignedBody } from "./body.ts";

const RUNS = Number(process.env["KNOTE_WEBHOOK_BODIES"] ?? 200);
const SIGNATURE = `sha256=${"0".repeat(64)}`;
const DATA =
  '{"id":"0195cf6a-7c00-7000-8000-000000000001","title":"Spaced repetition beats cramming","note_type":"fact"}';
const DETAIL = '{"state":"active","tags":["learning"],"importance":0.5,"revision":1}';
const EXAMPLE: MessageParts = {
  event: "note.created",
  timestamp: "2026-03-01T12:00:00.000Z",
  data: DATA,
  detail: DETAIL,
};

it("writes the published example to the byte", () => {
  const body = unsignedBody(EXAMPLE, "documented");
  expect(body).toBe(`{"event":"note.created","timestamp":"2026-03-01T12:00:00.000Z","data":${DATA}}`);
  expect(Buffer.byteLength(body)).toBe(178);
});

it("adds the event's name and details when they were chosen, behind the documented members", () => {
  const documentedBody = unsignedBody(EXAMPLE, "documented");
  expect(unsignedBody(EXAMPLE, "detailed")).toBe(
    `${documentedBody.slice(0, -1)},"type":"note.created","detail":${DETAIL}}`,
  );
});

it("is the same again after a receiver parsed it and took the signature out", () => {
  fc.assert(
    fc.property(anyMessage, fc.constantFrom("documented", "detailed"), (message, payload) => {
      const bodyText = unsignedBody(message, payload);
      const { signature, ...rest } = JSON.parse(`${bodyText.slice(0, -1)},"signature":"${SIGNATURE}"}`) as Record<
        string,
        unknown
      >;
      expect(signature).toBe(SIGNATURE);
      expect(JSON.stringify(rest)).toBe(bodyText);
    }),
    { numRuns: RUNS },
  );
});
