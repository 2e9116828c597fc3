import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { openHttps } from "./support/open-https.ts";
import { signInLink } from "./support/sign-in.ts";
import { startDashboard } from "./support/start-dashboard.ts";

const VERIFIER = "a-verifier-of-43-characters-or-more-as-pkce-wants";

it("asks the owner who connects, where to and what for, and gives what was ticked", async () => {
  await using https = await openHttps((clientId) => ({
    client_id: clientId,
    client_name: "Assistant",
    redirect_uris: ["http://localhost/callback"],
  }));
  await using dashboard = await startDashboard({
    env: {
      PUBLIC_URL: https.url,
      MCP_OAUTH: "on",
      WEBHOOK_ALLOW: new URL(https.clientId).host,
      NODE_EXTRA_CA_CERTS: https.certificateFile,
    },
  });
  https.forwardTo(dashboard.server.url);
  const redirectUri = "http://localhost:49152/callback";
  const query = new URLSearchParams({
    response_type: "code",
    client_id: https.clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${https.url}/mcp`,
    state: "1e3",
  });
  const { page, context } = await dashboard.visit({ signedIn: false, baseURL: https.url, ignoreHTTPSErrors: true });
  await context.route(`${redirectUri}**`, (route) => route.fulfill({ body: "You can close this page." }));

  // A visitor is asked to sign in first; a page of the service says how.
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText("npm run knote open").waitFor();
  await page.goto(await signInLink(dashboard.server));
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();

  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText("Assistant wants to use your notes.").waitFor();
  expect(await page.getByRole("definition").allTextContents()).toEqual([
    new URL(https.clientId).host,
    "localhost:49152",
  ]);
  expect(await page.getByRole("alert").textContent()).toContain("a program on your own machine");
  expect(await seriousViolations(page)).toEqual([]);
  const boxes = page.getByRole("checkbox");
  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
    true,
    true,
    false,
  ]);
  for (const box of (await boxes.all()).slice(0, 2)) await box.uncheck();
  expect(await page.getByRole("button", { name: "Allow" }).isDisabled()).toBe(true);
  await boxes.first().check();
  await page.getByLabel("For").selectOption("a year");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("You can close this page.").waitFor();

  const back = new URL(page.url());
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect([back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(["1e3", https.url]);
  const form = {
    grant_type: "authorization_code",
    code: back.searchParams.get("code")!,
    client_id: https.clientId,
    redirect_uri: redirectUri,
    code_verifier: VERIFIER,
  };
  const tokens = await context.request.post("/oauth/token", { form });
  expect(await tokens.json()).toMatchObject({ scope: "notes:read", expires_in: 3_600 });

  // The grant stands in the settings, and ends there.
  await page.goto("/settings");
  await page.getByText("Assistant").first().waitFor();

  // Declining tells the application.
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("You can close this page.").waitFor();
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
});
