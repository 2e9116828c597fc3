import { appRouter } from "@knote/api";
import { ErrorBody, FieldIssue, ImportResult, ImportSummary } from "@knote/contract";
import type { OpenApiRouter } from "trpc-openapi";
import { type Binding, restBindings } from "../binder/bindings.ts";
import { describeOperation } from "./describe-operation.ts";
import { importSchemas } from "./import-operation.ts";
import { errorComponents } from "./error-responses.ts";
import { HEADERS, type OpenApiDocument, type Operation, type PathItem } from "./openapi-types.ts";
import { ownPaths } from "./own-paths.ts";

const ABOUT = `A personal knowledge graph: notes, typed links, and answers that cite them.

Errors are \`{"detail": "…"}\`, with \`issues\` on 422. Paths that take \`GET\` also take \`HEAD\`. Known paths answer \`OPTIONS\` with 204, and methods that they do not take with 405; both name the allowed ones in \`Allow\`.`;

export interface DocumentFacts {
  readonly version: string;
  readonly publicUrl: string;
  readonly withMetrics: boolean;
}

/** Builds the OpenAPI 3.1 document from the generator's schemas and what REST adds or changes. */
export async function openApiDocument({ version, publicUrl, withMetrics }: DocumentFacts): Promise<OpenApiDocument> {
  // Loaded on first use: the package brings adapters for other servers along.
  const { generateOpenApiDocument } = await import("trpc-openapi");
  const generatedDocument = generateOpenApiDocument(openApiRouter(), {
    title: "Knote",
    description: ABOUT,
    version,
    baseUrl: publicUrl.replace(/\/+$/, ""),
    license: { name: "MIT", identifier: "MIT" },
    securitySchemes: securitySchemes(withMetrics),
    defs: { ErrorBody, FieldIssue, ImportResult, ImportSummary },
  });
  const { schemas = {}, ...components } = generatedDocument.components ?? {};
  const ownSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith("error.")));
  return {
    ...generatedDocument,
    paths: { ...procedurePaths(generatedDocument), ...ownPaths(withMetrics) },
    components: {
      ...components,
      schemas: { ...importSchemas(), ...ownSchemas },
      responses: errorComponents(),
      headers: HEADERS,
    },
  };
}

/** Safe because the generator only reads the meta's `openapi`, which has the same shape in `ProcedureMeta`. */
function openApiRouter(): OpenApiRouter {
  return appRouter as unknown as OpenApiRouter;
}

function procedurePaths(generatedDocument: OpenApiDocument): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const binding of restBindings()) {
    const method = binding.method.toLowerCase() as Lowercase<Binding["method"]>;
    const operation = generatedDocument.paths?.[binding.path]?.[method] as Operation;
    paths[binding.path] = { ...paths[binding.path], [method]: describeOperation(binding, operation) };
  }
  return paths;
}

function securitySchemes(withMetrics: boolean) {
  return {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    streamToken: {
      type: "apiKey",
      in: "query",
      name: "token",
      description: "The access token, for clients that cannot set headers.",
    },
    ...(withMetrics && {
      metrics: { type: "http", scheme: "bearer", description: "The metrics token of the server." } as const,
    }),
  } as const;
}
