import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

describe("the reference in a browser", () => {
  it("comes entirely from the service, under a policy that allows no other origin", async () => {
    await using app = await startApp({ publicUrl: "https://notes.example/base" });
    const page = await app.send("GET /docs");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = page.headers["content-security-policy"]!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://notes.example;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.text).not.toMatch(/https?:\/\/|<script>|<style|\son\w+=/);
    const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const asset = await app.send(`GET /${file}`);
      expect([file, asset.status, asset.bytes.length > 100]).toEqual([file, 200, true]);
      expect(asset.headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("serves scripts, styles and icons with their types", async () => {
    await using app = await startApp();
    const type = async (file: string) => (await app.send(`GET /docs/${file}`)).headers["content-type"];
    expect(await type("start.js")).toBe("text/javascript; charset=utf-8");
    expect(await type("swagger-ui-bundle.js")).toBe("text/javascript; charset=utf-8");
    expect(await type("swagger-ui.css")).toBe("text/css; charset=utf-8");
    expect(await type("favicon-32x32.png")).toBe("image/png");
  });

  it("serves ranges of a file, and refuses invalid ones", async () => {
    await using app = await startApp();
    const part = (range: string) => app.send("GET /docs/swagger-ui.css", { headers: { Range: range } });
    expect(await part("bytes=0-9")).toMatchObject({ status: 206, bytes: { length: 10 } });
    expect(await part("bytes=99999999-")).toMatchObject({ status: 416, body: { detail: "The request was refused." } });
    expect(app.logLines.join()).not.toContain("failed");
  });

  it("loads the document beside it", async () => {
    await using app = await startApp();
    const { text } = await app.send("GET /docs/start.js");
    expect(text).toContain('url: "openapi.json"');
    expect(text).toContain("validatorUrl: null");
  });

  it.each([
    "package.json",
    "../package.json",
    "..%2fpackage.json",
    "%2e%2e/package.json",
    "swagger-ui.css.map",
    "index.html",
    "swagger-ui.css/",
    "",
    "SWAGGER-UI.CSS",
    "..\\package.json",
  ])("serves no other file of its package: %s", async (file) => {
    await using app = await startApp();
    expect(await app.send(`GET /docs/${file}`)).toMatchObject({
      status: 404,
      text: '{"detail":"There is nothing at this path."}',
    });
  });
});
