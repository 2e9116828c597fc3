import { aNoteBody, apiOf, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

it("logs neither tokens nor what users write, at whatever level", async () => {
  await using server = await startServerProcess({ env: { LOG_LEVEL: "trace" } });
  const api = await apiOf(server, "github:marmalade");
  const token = await server.token("github:1");
  await api("POST", "/api/workspace/notes", aNoteBody("Xylophone title", "Xylophone content"));
  await api("POST", "/api/workspace/notes", { title: "Xylophone", content: 7 });
  await api("GET", "/api/graph/notes?q=xylophone");
  await api("POST", "/api/ask", { query: "What is a xylophone?" });
  await api("POST", "/api/recall", { query: "xylophone" });
  const personal = "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF";
  await fetch(`${server.url}/api/quota`, { headers: { Authorization: `Bearer ${personal}` } });
  await fetch(`${server.url}/api/activity/stream?token=${personal}`);
  await fetch(`${server.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token: personal }) });
  await fetch(`${server.url}/${personal}`);
  const stream = await fetch(`${server.url}/api/activity/stream?token=${token}`);
  await stream.body!.cancel();
  await fetch(`${server.url}/api/nowhere?token=${token}`);
  await fetch(`${server.url}/api/quota`, { headers: { Authorization: `Bearer ${token}x` } });
  const garbledRequest = {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: '{"title": "xylophone',
  };
  expect((await fetch(`${server.url}/api/workspace/notes`, garbledRequest)).status).toBe(400);
  await server.kill("SIGTERM");

  const output = server.output();
  expect(output).toContain("/api/workspace/notes");
  expect(output).not.toMatch(/xylophone/i);
  expect(output).not.toContain("EXAMPLEexample");
  for (const part of token.split(".")) expect(output).not.toContain(part);
});
