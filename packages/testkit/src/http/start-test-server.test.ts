import type { RequestListener } from "node:http";
import { expect, it } from "vitest";
import { testServices } from "../fakes/test-services.ts";
import { startTestServer, type TestAppDeps } from "./start-test-server.ts";

/** Creates an app that answers with the caller's user id. */
function whoami({ authenticate, log }: TestAppDeps) {
  const app: RequestListener = (request, response) => {
    log.info({ path: request.url }, "asked");
    void authenticate(request.headers.authorization!.slice(7)).then((who) =>
      response.end(who?.actor.userId ?? "nobody"),
    );
  };
  return { app, close: async () => undefined };
}

async function ask(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return answer.text();
}

it("serves the app to users with a token of the test", async () => {
  await using server = await startTestServer(testServices(), whoami);
  expect(await ask(server.url, await server.token("ada"))).toBe("ada");
  expect(await ask(server.url, await server.token("ada", { lifetimeSeconds: -31 }))).toBe("nobody");
  expect(server.logLines.map((line) => JSON.parse(line))).toContainEqual({
    level: "info",
    message: "asked",
    path: "/",
  });
});

it("uses the services' clock", async () => {
  const services = testServices();
  await using server = await startTestServer(services, whoami);
  const token = await server.token("ada", { lifetimeSeconds: 60 });
  services.clock.advance(91_000);
  expect(await ask(server.url, token)).toBe("nobody");
});
