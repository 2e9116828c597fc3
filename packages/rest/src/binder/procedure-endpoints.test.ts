import { freshUserId } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onEveryEngine } from "../testing/on-every-engine.ts";
import { SCENARIOS } from "../testing/scenarios.ts";
import { type AppWithNotes, startWithNotes, TITLE } from "../testing/start-with-notes.ts";

onEveryEngine((servicesOf) => {
  describe.each(Object.entries(SCENARIOS))(
    "%s",
    (_name, { request, json, scope, status, fields, events = [], stranger }) => {
      let setup: AppWithNotes;

      // Once for all three tests, which pass in any order: cluster engines are slow to start.
      beforeAll(async () => {
        setup = await startWithNotes({ services: servicesOf(), userId: freshUserId() });
      });

      afterAll(async () => setup.app[Symbol.asyncDispose]());

      it("answers its owner with exactly the documented fields, and emits the right events", async () => {
        const { ada, id, other } = setup;
        const before = (await ada.events()).length;
        const answer = await ada.send(request(id, other), json && { json: json(id, other) });
        expect(answer.status).toBe(status);
        if (status === 204)
          expect(answer).toMatchObject({
            text: "",
            headers: expect.not.objectContaining({ "content-type": expect.anything() }),
          });
        else expect(Object.keys(answer.body).toSorted()).toEqual(fields.toSorted());
        expect((await ada.events()).slice(before)).toEqual(events);
      });

      it("needs a token that carries the scope", async () => {
        const { app, ada, id, other } = setup;
        const requestOptions = json && { json: json(id, other) };
        const before = await ada.events();
        const guest = await app.send(request(id, other), requestOptions);
        const expiredToken = await app.token(ada.userId, { lifetimeSeconds: 60 });
        const lacking = ["notes:read", "notes:write", "ask"].filter((one) => one !== scope).join(" ");
        const scopeless = await (
          await app.user(ada.userId, { scope: lacking })
        ).send(request(id, other), requestOptions);
        app.services.clock.advance(600_000);
        const late = await app.send(request(id, other), { ...requestOptions, token: expiredToken });
        if (scope === "nobody needed") {
          expect([guest.status, scopeless.status, late.status]).toEqual([status, status, status]);
        } else {
          expect([guest.status, late.status]).toEqual([401, 401]);
          expect(scopeless.status).toBe(scope === "any token" ? status : 403);
          for (const refusal of [guest, late]) expect(Object.keys(refusal.body)).toEqual(["detail"]);
        }
        expect(await ada.events()).toEqual(before);
      });

      it("shows nothing to other users", async () => {
        const { app, ada, id, other } = setup;
        const grace = await app.user(freshUserId());
        const before = { events: await ada.events(), notes: (await ada.send("GET /api/graph/notes")).text };
        const answer = await grace.send(request(id, other), json && { json: json(id, other) });
        expect(answer.status).toBe(stranger);
        for (const secret of [TITLE, "private", "Dreams", id, other]) expect(answer.text).not.toContain(secret);
        if (stranger === 404) expect(answer.text).toMatch(/^\{"detail":"(Note|Link|Operation) not found\."\}$/);
        expect({ events: await ada.events(), notes: (await ada.send("GET /api/graph/notes")).text }).toEqual(before);
      });
    },
  );
});
