import type { WebhookAttempt } from "@knote/api";

/** The example of the documentation. */
export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export const UNSIGNED_BODY =
  '{"event":"note.created","timestamp":"2026-03-01T12:00:00.000Z","data":{"id":"0195cf6a-7c00-7000-8000-000000000001","title":"Spaced repetition beats cramming","note_type":"fact"}}';

export function anAttempt(fields: Partial<WebhookAttempt> = {}): WebhookAttempt {
  return {
    webhookId: "0195cf6a-7c00-7000-8000-0000000000ff",
    url: "https://hooks.example.com/knote",
    message: { id: "msg_0195cf6a7c00700080000000000000aa", event: "note.created", unsignedBody: UNSIGNED_BODY },
    secrets: { current: SECRET, previous: null },
    number: 1,
    isTest: false,
    ...fields,
  };
}
