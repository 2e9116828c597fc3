import { join } from "node:path";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { eventually, openReceiver, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";

const ENV = { WEBHOOK_ALLOW: "localhost" };

it("list, test, stop, start, resend and log webhooks of all users, beside a running server", async () => {
  let status = 410;
  await using receiver = await openReceiver((_, response) => void response.writeHead(status).end());
  await using server = await startServerProcess({ env: ENV });
  await using folder = await tempFolder();
  const knote = (...args: string[]) => folder.knote(["webhooks", ...args], { ...ENV, DATA_DIR: server.dataDir });
  const token = await server.token("github:1");
  const send = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    return await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };

  expect(await knote("list")).toEqual({ code: 0, stdout: "", stderr: "There are no webhooks.\n" });
  const registration = { url: `${receiver.url}/secret-path`, events: ["note.created"], name: "mine" };
  const { id, secret } = (await (await send("POST", "/api/webhooks", registration)).json()) as {
    id: string;
    secret: string;
  };
  const host = new URL(receiver.url).host;
  const list = await knote("list", "--sub", "github:1");
  expect(list).toEqual({
    code: 0,
    stdout: `${id}  github:1  ${host}  note.created  active  0 waiting\n`,
    stderr: "",
  });
  const json = await knote("list", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject([
    { id, user: "github:1", url: registration.url, made_with: "sign-in" },
  ]);
  expect(json.stdout).not.toContain(secret);

  expect(await knote("test", id)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^The receiver answered 410\. \d+ ms\n$/),
  });
  expect(receiver.requests[0]!.headers["x-knote-test"]).toBe("true");

  // 410 stops it.
  await send("POST", "/api/workspace/notes", { title: "Owls hunt", content: "-", note_type: "fact" });
  const viewText = async () => (await send("GET", `/api/webhooks/${id}`)).text();
  await eventually(async () => expect(await viewText()).toContain('"stopped_because":"gone"'));
  expect((await knote("list")).stdout).toContain("stopped (gone)");
  expect((await knote("log", id)).stdout).toMatch(
    /^\S+ {2}msg_\w{32} {2}note\.created {2}failed {2}1 attempt {2}The receiver answered 410\.\n$/,
  );
  const early = await knote("resend", id, "--since", "2026-01-01");
  expect(early).toEqual({ code: 1, stdout: "", stderr: "This webhook is stopped; start it first.\n" });
  status = 204;
  expect(await knote("start", id)).toEqual({ code: 0, stdout: "Started.\n", stderr: "" });
  expect(await knote("resend", id, "--since", "2026-01-01")).toEqual({
    code: 0,
    stdout: "1 delivery waits again.\n",
    stderr: "",
  });
  await eventually(async () => expect(await viewText()).toContain('"last_delivered_at":"2'));
  expect((await knote("log", id)).stdout).toContain("  delivered  2 attempts  The receiver answered 204.");

  expect(await knote("stop", id)).toEqual({ code: 0, stdout: "Stopped.\n", stderr: "" });
  expect(await knote("stop", id)).toEqual({ code: 0, stdout: "It was stopped already.\n", stderr: "" });
  expect(await viewText()).toContain('"stopped_because":"owner"');
  await knote("start", id);
  expect(await knote("stop", "--all")).toEqual({ code: 0, stdout: "Stopped 1.\n", stderr: "" });
});

it("are refused with a sentence", async () => {
  await using folder = await tempFolder();
  await (await createSqliteStorage({ dataDir: join(folder.path, "data") })).close();
  const refusals: [args: string[], sentence: string][] = [
    [["stop"], "Name one webhook, or all of them with --all."],
    [["stop", "x", "--all"], "Name one webhook, or all of them with --all."],
    [["start", "x"], "There is no webhook with the id x."],
    [["resend", "x", "--since", "soon"], "--since must be an ISO 8601 time."],
    [["list", "--sub", "demo:graph"], "--sub must be a user id"],
  ];
  for (const [args, sentence] of refusals) {
    const { code, stdout, stderr } = await folder.knote(["webhooks", ...args]);
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
  }
});
