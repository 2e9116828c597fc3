import { eventually, openEvents } from "@knote/testkit";
import { expect, it } from "vitest";
import { STREAM } from "../testing/activity.ts";
import { startApp } from "../testing/start-app.ts";

const MOST_OF_ONE = 64;

it("limits the open streams of one user, until one ends, and not those of others", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  const open = () => openEvents(app.url, `${STREAM}?token=${ada.token}`);
  const streams = await Promise.all(Array.from({ length: MOST_OF_ONE }, open));
  const refusal = await ada.send(STREAM);
  expect({ status: refusal.status, body: refusal.body }).toEqual({
    status: 503,
    body: { detail: "Too many requests of yours are under way; try again when some have ended." },
  });
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
  const grace = await app.user("grace");
  using other = await openEvents(app.url, `${STREAM}?token=${grace.token}`);
  await other.waitForMessages(1);
  await Promise.all(streams.map((stream) => stream.waitForMessages(1)));
  expect(app.http.streamClients()).toBe(MOST_OF_ONE + 1);
  streams.pop()![Symbol.dispose]();
  await eventually(() => expect(app.http.streamClients()).toBe(MOST_OF_ONE));
  streams.push(await open());
  await streams.at(-1)!.waitForMessages(1);
  for (const stream of streams) stream[Symbol.dispose]();
});
