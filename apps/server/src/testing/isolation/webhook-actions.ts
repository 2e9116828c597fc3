import { expect } from "vitest";
import type { ProcedureCall } from "./procedure-calls.ts";
import { type Action, expectHidden, someWebhook } from "./turn.ts";

const RANGE = { since: "2026-01-01T00:00:00Z", until: "2027-01-01T00:00:00Z" };
/** The first message of a webhook without any: known to nobody. */
const NO_MESSAGE = `msg_${"0".repeat(32)}`;

/** Registers a webhook; the tier bounds how many there are. */
export const registerWebhook: Action = async ({ visitor, me, random }) => {
  const events = random.chance(0.5) ? ["note.created", "note.updated"] : ["link.created", "recall.query"];
  const url = `https://${visitor.canary}.example.com/hook`;
  const payload = random.chance(0.5) ? "detailed" : "documented";
  // Without a secret Knote makes one, which differs between worlds.
  const input = { url, events, payload, name: visitor.canary, secret: `${visitor.canary}-secret` };
  const { status, data } = await visitor.call({ procedure: "webhooks.create", input });
  expect(status).toBeOneOf([201, 200, 409]);
  if (status !== 409) me.webhookIds.push(data.id);
};

/** Reads and changes webhooks, reads what waits for them and sends it again; those of another user do not exist. */
export const useWebhooks: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const { data } = await visitor.call({ procedure: "webhooks.list" });
  expect(data.webhooks.map(({ id }: { readonly id: string }) => id)).toEqual(me.webhookIds);
  const id = random.pick(me.webhookIds);
  const message_id = id === undefined ? NO_MESSAGE : await someMessage(id);
  const calls: Readonly<Record<string, object>> = {
    get: {},
    update: { active: random.chance(0.8) },
    rotate: { secret: `${visitor.canary}-another` },
    test: {},
    deliveries: { limit: 5 },
    delivery: { message_id },
    resend: { message_id },
    resendRange: RANGE,
    ...(random.chance(0.4) && { delete: {} }),
  };
  for (const [name, fields] of Object.entries(calls)) {
    const call = (one: string): ProcedureCall => ({ procedure: `webhooks.${name}`, input: { id: one, ...fields } });
    if (id === undefined || random.chance(0.2)) await expectHidden(turn, call, someWebhook);
    else {
      const { status } = await visitor.call(call(id));
      // A delivery can be unknown, wait or be of a stopped webhook; a tier can allow no further one.
      expect(status).toBeOneOf(name === "delivery" || name === "resend" ? [200, 202, 404, 409] : [200, 202, 204, 409]);
      if (name === "delete") me.webhookIds.splice(me.webhookIds.indexOf(id), 1);
    }
  }

  async function someMessage(webhook: string): Promise<string> {
    const page = await visitor.call({ procedure: "webhooks.deliveries", input: { id: webhook } });
    return random.pick(page.data.deliveries as { readonly id: string }[])?.id ?? NO_MESSAGE;
  }
};
