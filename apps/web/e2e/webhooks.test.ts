import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { type Dashboard, PATIENCE_MS, startDashboard } from "./support/start-dashboard.ts";

const stack = new AsyncDisposableStack();
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = stack.use(await startDashboard({ env: { WEBHOOK_ALLOW: "localhost" } }));
}, PATIENCE_MS);
afterAll(() => stack.disposeAsync());

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The bodies that came, the oldest first. */
  readonly bodies: string[];
  /** The status of the next answers. */
  status: number;
}

async function startReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(receiver.status, { "Content-Type": "text/plain" }).end("Thank you, <b>Knote</b>");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hooks`,
    bodies,
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

function signatureOf(body: string, secret: string): string {
  const signedText = `${body.slice(0, -87)}}`;
  return `sha256=${createHmac("sha256", secret).update(signedText).digest("hex")}`;
}

async function writeNote(title: string): Promise<void> {
  await dashboard.api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact" });
}

async function register(fields: object): Promise<string> {
  const { body } = await dashboard.api("POST", "/api/webhooks", { events: ["note.created"], ...fields });
  return body.id;
}

it("registers a webhook, shows its secret once, tests it and shows what was delivered", async () => {
  await using receiver = await startReceiver();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/webhooks");
  await page.getByText("No webhooks yet").waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "New webhook …" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByRole("textbox", { name: "Address" }).fill("https://127.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Register" }).click();
  await dialog.getByRole("alert").filter({ hasText: "url must lead to a public address" }).waitFor();
  await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Backup");
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Register" }).click();
  const secret = await dialog.getByRole("textbox", { name: /not shown again/ }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByText("Node.js").click();
  await dialog.getByText(secret).first().waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(receiver.bodies).toEqual([]);

  await page.getByRole("link", { name: "Backup" }).click();
  await page.getByText("None of its events has happened yet.").waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("The receiver answered 200.").waitFor();
  await page.getByText("Thank you, <b>Knote</b>").waitFor();
  expect(JSON.parse(receiver.bodies[0]!).data.title).toBe("This is a test of Knote's webhooks");

  await writeNote("The lake opens in May");
  const log = page.getByRole("list", { name: "Deliveries" });
  await log.getByRole("button", { name: /Delivered note.created/ }).click();
  await log.getByText("The receiver answered 200.").waitFor();
  await log.getByText("What is sent").click();
  await log.getByText("The lake opens in May").waitFor();
  expect(await log.innerText()).not.toContain("sha256=");
  const [, body] = receiver.bodies;
  expect(JSON.parse(body!).signature).toBe(signatureOf(body!, secret));
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Send again" }).first().click();
  await expect.poll(() => receiver.bodies.length).toBe(3);
  expect(receiver.bodies[2]).toBe(body);
  expect(await page.content()).not.toContain(secret);
  expect(watch.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});

it("says what fails, stops with an undo, starts, rotates and deletes", async () => {
  await using receiver = await startReceiver();
  receiver.status = 500;
  const id = await register({ url: receiver.url, name: "Broken" });
  const { page, goto } = await dashboard.visit();
  await writeNote("The bridge is closed");
  await goto(`/webhooks/${id}`);
  await page.getByText("Failing since").waitFor();
  await page.getByText("1 delivery waits").waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("You stopped it.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("You stopped it.").waitFor({ state: "detached" });
  await page.getByText("1 delivery waits").waitFor();

  await page.getByRole("button", { name: "Rotate secret …" }).click();
  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  const secretField = page.getByRole("dialog").getByRole("textbox", { name: /not shown again/ });
  expect(await secretField.inputValue()).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("the earlier secret signs until").waitFor();

  await page.getByRole("button", { name: "Edit …" }).click();
  await page.getByRole("checkbox", { name: /Two notes were linked/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Webhook saved.").waitFor();
  const { body } = await dashboard.api("GET", `/api/webhooks/${id}`);
  expect(body.events).toEqual(["note.created", "link.created"]);

  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/webhooks$/);
  await expect.poll(() => page.getByRole("link", { name: "Broken" }).count()).toBe(0);
  expect((await dashboard.api("GET", `/api/webhooks/${id}`)).status).toBe(404);
});

it("marks in the frame what stopped by itself until somebody looks, and stops all from the sessions", async () => {
  await using receiver = await startReceiver();
  await using goneReceiver = await startReceiver();
  goneReceiver.status = 410;
  await register({ url: receiver.url, name: "Well" });
  await register({ url: goneReceiver.url, name: "Gone" });
  await writeNote("The ferry runs again");
  const { page, goto } = await dashboard.visit();
  await goto("/notes");
  const entry = page.getByRole("link", { name: "Webhooks" });
  await entry.getByText("1 needs a look").waitFor();
  await entry.click();
  await page.getByText("It was stopped because the receiver answered 410 (gone).").waitFor();
  await goto("/settings");
  await page.getByText("needs a look").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Stop all" }).click();
  await page.getByText("All webhooks stopped.").waitFor();
  const { webhooks } = (await dashboard.api("GET", "/api/webhooks")).body;
  expect(webhooks.filter(({ active }: { active: boolean }) => active)).toEqual([]);
});
