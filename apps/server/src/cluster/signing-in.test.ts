import {
  aNoteBody,
  createBrowser,
  eventually,
  type FakeGitHub,
  openEvents,
  startFakeGitHub,
  withCluster,
} from "@knote/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { shareCluster } from "../testing/cluster/share-cluster.ts";

const NOTES = "/api/workspace/notes";
const patiently = { deadlineMs: 60_000 };

withCluster((urls) => {
  let github: FakeGitHub;
  const cluster = shareCluster(urls, 2, async () => {
    github = await startFakeGitHub();
    return { ...github.env, TRUST_PROXY: "1", SSE_PING_SECONDS: "1" };
  });
  afterAll(() => github[Symbol.asyncDispose]());
  const { apisOf, listen } = cluster;

  describe("two processes", () => {
    it("count the sign-ins of an address together", async () => {
      const headers = { "X-Forwarded-For": "203.0.113.7" };
      const begin = (index: number) =>
        fetch(`${cluster.running.servers[index % 2]!.url}/auth/github`, { headers, redirect: "manual" });
      const answers = await Promise.all(Array.from({ length: 75 }, (_, index) => begin(index)));
      const redirects = answers.filter(({ headers: responseHeaders }) =>
        responseHeaders.get("location")!.startsWith(github.url),
      );
      const refusals = answers.filter(({ headers: responseHeaders }) =>
        responseHeaders.get("location")!.includes("error=limit"),
      );
      expect([redirects.length, refusals.length]).toEqual([60, 15]);
    });

    it("end sessions, tokens and streams together when a user signs out everywhere", async () => {
      const userId = "github:4711";
      const browsers = await signedIn();
      for (const browser of browsers) expect((await browser.send("POST /auth/token")).status).toBe(200);
      const apis = await apisOf(userId);
      for (const api of apis) expect((await api("GET", "/api/graph/notes")).status).toBe(200);
      const streams = await Promise.all(cluster.running.servers.map((_, index) => listen(userId, index)));
      expect((await browsers[0]!.send("DELETE /auth/sessions")).status).toBe(204);
      for (const browser of browsers.slice(1)) expect((await browser.send("POST /auth/token")).status).toBe(401);
      for (const api of apis) expect((await api("GET", "/api/graph/notes")).status).toBe(401);
      for (const stream of streams) await eventually(() => expect(stream.isClosed).toBe(true), patiently);
    });

    it("refuse a personal token on the very next request after one of them revoked it", async () => {
      const browsers = await signedIn();
      const making = await browsers[0]!.send("POST /auth/tokens", { json: { name: "script", expires_in_days: null } });
      expect(making.status).toBe(201);
      const { id, token } = making.body;
      const headers = { Authorization: `Bearer ${token}` };
      const statuses = () =>
        Promise.all(
          cluster.running.servers.map(async ({ url }) => (await fetch(`${url}/api/graph/notes`, { headers })).status),
        );
      // Twice, as the second time both know whose the token is.
      for (let count = 0; count < 2; count++) expect(await statuses()).toEqual([200, 200]);
      const streams = await Promise.all(
        cluster.running.servers.map(({ url }) => openEvents(url, "GET /api/activity/stream", { token })),
      );
      expect((await browsers[1]!.send(`DELETE /auth/tokens/${id}`)).status).toBe(204);
      expect(await statuses()).toEqual([401, 401]);
      for (const stream of streams) await eventually(() => expect(stream.isClosed).toBe(true), patiently);
      expect((await browsers[0]!.send("GET /auth/tokens")).body).toEqual({ tokens: [] });
    });

    it("know nothing any more of an account that one of them erased", async () => {
      const browsers = await signedIn();
      const tokens = await Promise.all(browsers.map(async (browser) => (await browser.send("POST /auth/token")).body));
      const headers = tokens.map(({ access_token }) => ({ Authorization: `Bearer ${access_token}` }));
      for (const [index, browser] of browsers.entries()) {
        const creation = await browser.send(`POST ${NOTES}`, {
          headers: headers[index]!,
          json: aNoteBody("Owls hunt"),
        });
        expect(creation).toMatchObject({ status: 201 });
      }
      const erasure = await browsers[1]!.send("DELETE /auth/account", { json: { confirm: "erase" } });
      expect(erasure.status).toBe(204);
      for (const [index, browser] of browsers.entries()) {
        expect((await browser.send("GET /api/graph/notes", { headers: headers[index]! })).status).toBe(401);
        expect((await browser.send("GET /auth/account")).status).toBe(401);
      }
      const again = await signedIn();
      for (const browser of again) {
        const { access_token } = (await browser.send("POST /auth/token")).body;
        const search = { headers: { Authorization: `Bearer ${access_token}` } };
        expect((await browser.send("GET /api/graph/notes?q=owls", search)).body).toEqual({ notes: [] });
      }
    });
  });

  /** Opens a browser at each process, all with one session. A cookie's name contains the port. */
  async function signedIn() {
    const [first, ...others] = cluster.running.servers.map(({ url }) => ({
      browser: createBrowser(url),
      port: new URL(url).port,
    }));
    await first!.browser.visit("/auth/github");
    for (const { browser, port } of others)
      browser.cookies.set(`knote-${port}`, first!.browser.cookies.get(`knote-${first!.port}`)!);
    return [first!, ...others].map(({ browser }) => browser);
  }
});
