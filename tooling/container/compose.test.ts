import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { Environment } from "../../packages/config/src/environment.ts";
import { parseConfig } from "../../packages/config/src/index.ts";
import schema from "./compose-spec.json" with { type: "json" };
import { readComposeFile, readRootFile } from "./compose-file.ts";

const file = readComposeFile();
const services = Object.entries(file.services);

it("is valid by the Compose Specification", () => {
  // Its formats, durations and ports, are Compose's own; ajv knows its draft by another address.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const { $schema: _, ...draft7 } = schema;
  const validate = ajv.compile(draft7);
  expect({ valid: validate(file), errors: validate.errors }).toEqual({ valid: true, errors: null });
  // Proves that the check finds a wrong key.
  expect(validate({ services: { server: { imagine: "knote" } } })).toBe(false);
});

it("requires every password and contains none", () => {
  const text = readRootFile("docker-compose.yml");
  const variables = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY)\w*)([^}]*)\}/g)];
  expect(new Set(variables.map(([, name]) => name))).toEqual(
    new Set(["JWT_SECRET", "MONGO_PASSWORD", "QDRANT_KEY", "REDIS_PASSWORD"]),
  );
  for (const [, name, rest] of variables) expect([name, rest]).toEqual([name, ":?openssl rand -hex 32"]);
  for (const [name, { environment = {} }] of services) {
    const secrets = Object.entries(environment).filter(([key]) => /PASSWORD|SECRET|API_KEY|TOKEN|AUTH$/.test(key));
    for (const [key, value] of secrets)
      expect([name, key, value ?? "${"]).toEqual([name, key, expect.stringContaining("${")]);
  }
});

it("publishes one port, on loopback, and keeps the databases on an internal network", () => {
  const publishedPorts = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(publishedPorts).toEqual([["proxy", "${KNOTE_ADDRESS:-127.0.0.1}:${KNOTE_PORT:-8420}:8420"]]);
  expect(file.networks.inside).toEqual({ internal: true });
  for (const name of ["mongo", "qdrant", "redis"]) expect(file.services[name]?.networks).toEqual(["inside"]);
});

it.each(services)("checks the health of %s, restarts it, and limits its memory", (_, service) => {
  const healthcheck = service.healthcheck ?? (service.build && /^HEALTHCHECK /m.exec(readRootFile("Dockerfile")));
  expect(healthcheck).toBeTruthy();
  expect(service).toMatchObject({
    restart: "unless-stopped",
    deploy: { resources: { limits: { memory: expect.stringMatching(/^\d+[mg]$/) } } },
  });
});

it.each(services.filter(([, { build }]) => !build))("pins %s to one version", (_, { image }) => {
  expect(image).toMatch(/:v?\d+\.\d+\.\d+(?:-alpine)?$/);
});

it("passes on every setting of the server except those of the image", () => {
  const ofImage = ["HOST", "PORT", "DATA_DIR"];
  // Another way to trust tokens, which excludes the JWT_SECRET required here.
  const otherTrust = ["JWT_JWKS_URL"];
  const expectedNames = Object.keys(Environment.shape).filter((name) => ![...ofImage, ...otherTrust].includes(name));
  expect(Object.keys(file.services.server!.environment ?? {}).toSorted()).toEqual(expectedNames.toSorted());
});

it("sets the server up for the cluster engines, with a proxy in front", () => {
  const settings = Object.entries(file.services.server!.environment ?? {}).filter(([, value]) => value !== null);
  const filledSettings = settings.map(([name, value]) => [name, fillIn(value!)]);
  expect(parseConfig(Object.fromEntries(filledSettings))).toMatchObject({
    storage: {
      kind: "mongo",
      mongoUrl: "mongodb://knote:secret-secret-secret-secret-secret@mongo:27017/knote?authSource=admin",
      qdrantUrl: "http://qdrant:6333",
      redisUrl: "redis://:secret-secret-secret-secret-secret@redis:6379",
    },
    publicUrl: "http://localhost:8420",
    trustProxy: 1,
  });
});

/** Fills in variables like Compose when only the required ones are set. */
function fillIn(text: string): string {
  const inner = text
    .replaceAll(/\$\{\w+:-([^${}]*)\}/g, "$1")
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, "secret-secret-secret-secret-secret");
  return inner === text ? text : fillIn(inner);
}
