import { PROCEDURES } from "@knote/api";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const METHODS = ["get", "post", "put", "delete"] as const;

async function document(options = {}): Promise<any> {
  await using app = await startApp(options);
  const { status, headers, body } = await app.send("GET /openapi.json");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  return body;
}

/** Every operation as `[METHOD path, operation]`. */
function operations(doc: any): [string, any][] {
  return Object.entries<any>(doc.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, any][] =>
      item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]]] : [],
    ),
  );
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1 by an independent validator", async () => {
    const doc = await document({ metricsToken: "figures" });
    expect(doc.openapi).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(doc);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it("describes what an export can be filtered by as what a list can", async () => {
    const { paths } = await document();
    const filters = (path: string) =>
      paths[path].get.parameters.filter(({ name }: any) =>
        ["note_type", "tag", "state", "needs_review"].includes(name),
      );
    expect(filters("/api/workspace/export")).toHaveLength(4);
    expect(filters("/api/workspace/export")).toEqual(filters("/api/graph/notes"));
  });

  it("names the version and where the service is", async () => {
    const doc = await document({ publicUrl: "https://notes.example/" });
    expect(doc.info).toMatchObject({ title: "Knote", version: "0.0.0-test" });
    expect(doc.servers).toEqual([{ url: "https://notes.example" }]);
  });

  it.each([undefined, "figures"])(
    "has every documented path of the service and no other (metrics token %s)",
    async (metricsToken) => {
      await using app = await startApp({ metricsToken });
      const servedOperations = app.http.routes.flatMap((route) =>
        [...route.endpoints]
          .filter(([method, { isDocumented }]) => isDocumented && method !== "HEAD")
          .map(([method]) => `${method} ${route.path}`),
      );
      const { body } = await app.send("GET /openapi.json");
      expect(
        operations(body)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual(servedOperations.toSorted());
      expect(servedOperations.filter((name) => name.includes("metrics"))).toHaveLength(metricsToken ? 1 : 0);
    },
  );

  it("describes who can call each operation, and every way in which it can fail", async () => {
    const doc = await document();
    const publicPaths = ["/health", "/api/demo/graph", "/api/demo/ask", "/api/pricing", "/openapi.json", "/docs"];
    for (const [name, { security, responses, requestBody }] of operations(doc)) {
      const isPublic = publicPaths.some((path) => name.endsWith(` ${path}`));
      expect([name, security.length === 0]).toEqual([name, isPublic]);
      const always = [
        "400",
        "408",
        "421",
        "431",
        "500",
        // Every operation that costs work can be refused.
        ...(["/openapi.json", "/docs"].some((path) => name.endsWith(path)) ? [] : ["503"]),
        ...(isPublic ? [] : ["401"]),
        ...(requestBody ? ["415"] : []),
        // JSON lines are refused one by one.
        ...(requestBody?.content["application/json"] ? ["413", "422"] : []),
      ];
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(always)]);
      for (const [status, response] of Object.entries<any>(responses)) {
        const { description, headers, content } = resolve(doc, response);
        expect([name, status, typeof description, "X-Request-Id" in headers]).toEqual([name, status, "string", true]);
        const isError = Number(status) >= 400 && !(name === "GET /health" && status === "503");
        if (isError) expect(content["application/json"].schema).toEqual({ $ref: "#/components/schemas/ErrorBody" });
      }
    }
    expect(Object.keys(doc.paths["/api/ask"].post.responses)).toEqual(
      expect.arrayContaining(["200", "409", "429", "502", "503"]),
    );
    expect(Object.keys(doc.paths["/api/graph/proposals/run"].post.responses)).toEqual(
      expect.arrayContaining(["200", "404", "429", "502", "503"]),
    );
    expect(Object.keys(doc.paths["/api/graph/proposals"].post.responses)).toEqual(
      expect.arrayContaining(["201", "404", "409", "422"]),
    );
    expect(resolve(doc, doc.paths["/api/ask"].post.responses["429"]).headers).toHaveProperty("Retry-After");
    expect(resolve(doc, doc.paths["/api/quota"].get.responses["503"]).headers).toHaveProperty("Retry-After");
    expect(resolve(doc, doc.paths["/api/quota"].get.responses["401"]).headers).toHaveProperty("WWW-Authenticate");
    expect(JSON.stringify(doc)).not.toMatch(/error\.(BAD_REQUEST|UNAUTHORIZED)/);
  });

  it("describes the status and body of a success as REST sends them", async () => {
    const { paths, components } = await document();
    expect(Object.keys(paths["/api/workspace/notes"].post.responses)).toContain("201");
    expect(Object.keys(paths["/api/workspace/notes"].post.responses)).not.toContain("200");
    expect(paths["/api/workspace/links"].delete.responses["204"]).not.toHaveProperty("content");
    for (const path of ["/api/graph/notes", "/api/graph/links"]) {
      const { headers, content } = paths[path].get.responses["200"];
      expect(headers).toHaveProperty("Link");
      expect(content["application/json"].schema.properties).not.toHaveProperty("next");
      expect(content["application/json"].schema.required).not.toContain("next");
    }
    expect(paths["/health"].get.responses["503"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/Health",
    });
    for (const status of ["200", "503"])
      expect(paths["/health"].get.responses[status].headers).toMatchObject({
        "X-Degraded": expect.anything(),
        "X-Degraded-Reason": expect.anything(),
      });
    expect(paths["/api/ask"].post.responses["200"].content).toHaveProperty(["text/event-stream"]);
    expect(paths["/api/ask"].post.responses["200"].headers).toHaveProperty("X-Model-Fallback");
    expect(components.schemas.ErrorBody.required).toEqual(["detail"]);
  });

  it("describes parameters as they are sent", async () => {
    const { paths, components } = await document();
    const parameters = Object.fromEntries(
      paths["/api/graph/notes"].get.parameters.map((one: { name: string }) => [one.name, one]),
    );
    expect(Object.keys(parameters)).toEqual([
      "note_type",
      "tag",
      "state",
      "needs_review",
      "q",
      "sort",
      "as_of",
      "limit",
      "cursor",
    ]);
    expect(parameters.note_type).toMatchObject({
      in: "query",
      style: "form",
      explode: true,
      schema: { type: "array", items: { $ref: "#/components/schemas/NoteType" } },
    });
    expect(parameters.q.description).toContain("prefix*");
    const names = ({ parameters: all }: any) => all.map((one: { in: string; name: string }) => `${one.in} ${one.name}`);
    const pathsWithKey = ["/api/workspace/notes", "/api/workspace/links", "/api/ask", "/api/graph/proposals/decisions"];
    for (const path of pathsWithKey) expect(names(paths[path].post)).toContain("header Idempotency-Key");
    expect(names(paths["/api/recall"].post)).toEqual([]);
    expect(names(paths["/api/activity/stream"].get)).toEqual([
      "query events",
      "query note_ids",
      "query last_event_id",
      "header Last-Event-ID",
    ]);
    expect(paths["/api/activity/stream"].get.security).toEqual([{ bearer: [] }, { streamToken: [] }]);
    expect(components.securitySchemes.streamToken).toMatchObject({ type: "apiKey", in: "query", name: "token" });
    expect(paths["/api/workspace/notes/{id}/restore"].post).not.toHaveProperty("requestBody");
  });

  it("has the text bounds that the service enforces", async () => {
    const { paths } = await document();
    const { title } = paths["/api/workspace/notes"].post.requestBody.content["application/json"].schema.properties;
    expect(title).toMatchObject({ minLength: 1, maxLength: 300 });
    const pattern = new RegExp(title.pattern, "u");
    for (const text of ["x", " x ", "a\nb"]) expect(pattern.test(text)).toBe(true);
    for (const text of [" ", "a\0", "\0"]) expect(pattern.test(text)).toBe(false);
  });
});

describe("the examples", () => {
  it("cover every procedure that takes or returns a body", async () => {
    const doc = await document();
    for (const [name, { requestBody, responses }] of operations(doc)) {
      const bodies = [requestBody, ...Object.values<any>(responses)].flatMap((part) =>
        Object.values<any>(resolve(doc, part ?? {}).content ?? {}),
      );
      const free = ["GET /openapi.json", "GET /docs"].includes(name);
      const unshown = bodies.filter(
        ({ example, schema }) => example === undefined && schema.$ref !== "#/components/schemas/Health",
      );
      expect([name, free ? [] : unshown]).toEqual([name, []]);
    }
  });

  it.each([...PROCEDURES])("of %s are what the procedure takes and gives", (_, { meta, input, output }) => {
    const { request, response } = meta.openapi?.example ?? {};
    const page = meta.isPaged ? { next: null } : {};
    if (request) expect(input!.safeParse({ id: "any", ...request }).error).toBeUndefined();
    if (response) expect(output!.parse({ ...response, ...page })).toEqual({ ...response, ...page });
  });
});

function resolve(doc: any, part: any): any {
  return part.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split("/")
        .reduce((inner: any, step: string) => inner[step], doc);
}
