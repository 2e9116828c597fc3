import { describe, expect, it } from "vitest";
import { expectRefused } from "../testing/expect-refused.ts";
import { startApp } from "../testing/start-app.ts";

const NOTE = { title: "Sleep consolidates memory", content: "It does.", note_type: "fact" };
const POST = "POST /api/workspace/notes";

describe("a body that is not a JSON object", () => {
  it.each<[string, string | Buffer, number]>([
    ["nothing", "", 400],
    ["white space", " \n", 400],
    ["broken JSON", '{"title":', 400],
    ["two values", "{} {}", 400],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ["an overlong encoding", Buffer.from([0x22, 0xc0, 0x80, 0x22]), 400],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400],
    ["UTF-16", Buffer.from('{"title":"x"}', "utf16le"), 400],
    ["a list", "[]", 422],
    ["null", "null", 422],
    ["a text", '"note"', 422],
    ["a number", "1", 422],
    ["true", "true", 422],
  ])("%s is refused", async (_name, bytes, status) => {
    await using app = await startApp();
    const answer = await expectRefused(app, await app.user("ada"), POST, { bytes });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.issues).toEqual([{ path: "", message: "The body must be a JSON object." }]);
    else expect(answer.body).not.toHaveProperty("issues");
  });
});

describe("a body of another type", () => {
  it.each<[string, Record<string, string>]>([
    ["text", { "Content-Type": "text/plain" }],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["a relative of JSON", { "Content-Type": "application/vnd.api+json" }],
    ["two types", { "Content-Type": "application/json, text/plain" }],
    ["an empty type", { "Content-Type": "" }],
    ["compressed JSON", { "Content-Encoding": "gzip" }],
    ["JSON compressed twice", { "Content-Encoding": "identity, br" }],
  ])("%s is 415", async (_name, headers) => {
    await using app = await startApp();
    const requestOptions = { json: NOTE, headers: { "Content-Type": "application/json", ...headers } };
    expect((await expectRefused(app, await app.user("ada"), POST, requestOptions)).status).toBe(415);
  });

  it("is JSON whatever the case and parameters of its content type", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const type of ["application/json;charset=utf-8", "Application/JSON ; x=y", "application/json;"]) {
      const headers = { "Content-Type": type, "Content-Encoding": "identity" };
      expect((await ada.send(POST, { json: NOTE, headers })).status).toBe(201);
    }
  });

  it("does not matter where no body is taken", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    const headers = { "Content-Type": "image/png", "Content-Encoding": "br" };
    const path = `/api/workspace/notes/${id}`;
    expect((await ada.send(`GET ${path}`, { bytes: "{", headers })).status).toBe(200);
    expect((await ada.send(`DELETE ${path}`, { bytes: "{", headers })).status).toBe(204);
    expect((await ada.send(`POST ${path}/restore`, { bytes: "{", headers })).status).toBe(200);
    expect((await ada.send(`POST ${path}/restore`)).status).toBe(200);
  });
});

describe("a body over the limit", () => {
  const ofBytes = (size: number) => {
    const empty = JSON.stringify({ ...NOTE, rest: "" });
    return JSON.stringify({ ...NOTE, rest: "x".repeat(size - empty.length) });
  };

  it("is 413 from the first byte over the limit", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    expect((await ada.send(POST, { bytes: ofBytes(1_048_576) })).status).toBe(201);
    const tooLong = await expectRefused(app, ada, POST, { bytes: ofBytes(1_048_577) });
    expect(tooLong).toMatchObject({ status: 413, body: { detail: "The body must have at most 1,048,576 bytes." } });
  });

  it("is 413 even if its length is not declared", async () => {
    await using app = await startApp({ bodyLimitBytes: 1_000 });
    const ada = await app.user("ada");
    const headers = { Authorization: `Bearer ${ada.token}`, "Content-Type": "application/json" };
    const post = async (size: number) => {
      const body = new Blob([ofBytes(size)]).stream();
      return (await fetch(`${app.url}/api/workspace/notes`, { method: "POST", headers, body, duplex: "half" })).status;
    };
    expect(await post(1_000)).toBe(201);
    expect(await post(1_001)).toBe(413);
    expect(await post(200_000)).toBe(413);
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(1);
  });
});
