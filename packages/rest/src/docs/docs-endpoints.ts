import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { errorOfExtension } from "../errors/error-of-extension.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { DOCS_PAGE, DOCS_SCRIPT, docsPolicy } from "./docs-page.ts";

/** The only files of the package that are served, whatever path is requested. */
const FILES = ["favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css"];

/** The API reference for browsers, served from the installed Swagger UI package. */
export function docsEndpoints(publicUrl: string, respond: Responder): Endpoint[] {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("swagger-ui-dist/package.json"));
  const policy = docsPolicy(publicUrl);
  const text = (path: string, type: string, content: string, isDocumented: boolean): Endpoint =>
    endpoint(path, isDocumented, (exchange) => {
      prepare(exchange, respond, policy);
      exchange.response.type(type).send(content);
    });
  return [
    text("/docs", "html", DOCS_PAGE, true),
    text("/docs/start.js", "js", DOCS_SCRIPT, false),
    ...FILES.map((file) =>
      endpoint(`/docs/${file}`, false, (exchange) => {
        prepare(exchange, respond, policy);
        // Some package managers keep packages in folders that begin with a dot.
        exchange.response.sendFile(join(folder, file), { dotfiles: "allow" }, (error?: Error) => {
          if (error) respond.error(exchange, errorOfExtension(error));
        });
      }),
    ),
  ];
}

function endpoint(path: string, isDocumented: boolean, answer: (exchange: Exchange) => void): Endpoint {
  return { method: "GET", path, access: "public", isDocumented, answer };
}

function prepare(exchange: Exchange, respond: Responder, policy: string): void {
  respond.handOver(exchange);
  exchange.response.setHeader("Content-Security-Policy", policy);
  exchange.response.setHeader("Cache-Control", "no-cache");
}
