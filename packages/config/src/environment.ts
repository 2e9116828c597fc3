import { isIP } from "node:net";
import { LIMITS, MIN_SECRET_BYTES, TIER_KEYS } from "@knote/contract";
import * as z from "zod";
import { type AllowEntry, parseAllowEntry } from "./allow-entry.ts";
import { isLoopbackHost } from "./loopback.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The known variables with their bounds. Values are text, never empty. */
export const Environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(8420),
  DATA_DIR: z.string().default("./data"),
  MONGODB_URL: z.string().trim().refine(isMongoUrl, "must be an address such as mongodb://host/knote").optional(),
  QDRANT_URL: serverUrl(),
  QDRANT_API_KEY: key(),
  REDIS_URL: z.string().trim().refine(isRedisUrl, "must be an address such as redis://host:6379").optional(),
  STORAGE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, quoteValue("must be up to 64 letters, digits, - and _"))
    .default("knote"),
  PUBLIC_URL: z
    .string()
    .refine(isHttpUrl, quoteValue("must be an http or https address"))
    .transform(withoutSlash)
    .optional(),
  JWT_SECRET: z
    .string()
    .refine(isStrong, {
      error: ({ input }) => `has ${Buffer.byteLength(String(input))} bytes; ${MIN_SECRET_BYTES} or more are needed`,
    })
    .optional(),
  JWT_JWKS_URL: z.string().refine(isHttpUrl, quoteValue("must be an http or https address")).optional(),
  GITHUB_CLIENT_ID: key(),
  GITHUB_CLIENT_SECRET: key(),
  GITHUB_URL: providerUrl(),
  GITHUB_API_URL: providerUrl(),
  ALLOWED_USERS: list(isLogin, "must list GitHub logins with commas between").default([]),
  DEFAULT_TIER: oneOf(TIER_KEYS).default("free"),
  CORS_ORIGINS: list(isOrigin, "must list origins such as https://notes.example.com").default([]),
  MCP_OAUTH: oneOf(["on", "off"]).default("off"),
  MCP_CLIENTS: list(isHost, "must list hosts such as claude.ai with commas between").default([]),
  WEBHOOK_ALLOW: allowEntries().default([]),
  WEBHOOK_AT_ONCE: wholeNumber(0, 1_024).default(64),
  SECRETS_KEY: strongKeys().optional(),
  BODY_LIMIT_BYTES: wholeNumber(1_024, 64 * 1_048_576).default(LIMITS.bodyBytes),
  LOG_LEVEL: oneOf(LOG_LEVELS).default("info"),
  SSE_PING_SECONDS: wholeNumber(1, 3_600).default(30),
  STREAMS_PER_USER: wholeNumber(1, 100_000).default(64),
  TRUST_PROXY: z
    .union(
      [
        z.enum(["true", "false"]).transform((text) => text === "true"),
        wholeNumber(0, 100),
        list(isNetwork, "").transform(String),
      ],
      quoteValue("must be true, false, a number of proxies, or their addresses"),
    )
    .default(false),
  METRICS_TOKEN: bearerToken(),
  OPENAI_API_KEY: key(),
  OPENAI_BASE_URL: serverUrl(),
  EMBEDDING_MODEL: z.string().optional(),
  MODELS_DIR: z.string().optional(),
  ANTHROPIC_API_KEY: key(),
  ANTHROPIC_BASE_URL: serverUrl(),
  DEFAULT_MODEL: z.string().optional(),
  CAPABLE_MODEL: z.string().optional(),
});
export type Environment = z.infer<typeof Environment>;

/** A secret for a header; its error never shows the value. */
function key() {
  const fits = (text: string) => /^[\x21-\x7e]+$/.test(text);
  return z.string().trim().refine(fits, "holds spaces or characters that no key has").optional();
}

/** A token that fits into a bearer header: others would never match. Its error never shows the value. */
function bearerToken() {
  const fits = (text: string) => /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
  const problem = "can hold letters, digits and - . _ ~ + / only, with = at the end: no header can carry another token";
  return z.string().trim().refine(fits, problem).optional();
}

function serverUrl() {
  return z
    .string()
    .trim()
    .refine((text) => isHttpUrl(text) && !hasCredentials(text), "must be an http or https address without a password")
    .transform(withoutSlash)
    .optional();
}

/** An address that receives secrets, so http is allowed on this machine alone. */
function providerUrl() {
  const fits = (text: string) => isHttpUrl(text) && !hasCredentials(text) && isPrivate(text);
  return z
    .string()
    .trim()
    .refine(fits, "must be an https address without a password; http is for this machine alone")
    .transform(withoutSlash)
    .optional();
}

/** Appends the value to the message; not for secrets. */
function quoteValue(message: string) {
  return { error: ({ input }: { input?: unknown }) => `${message}, not "${String(input)}"` };
}

function wholeNumber(least: number, most: number) {
  const fits = (text: string) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine(fits, quoteValue(`must be a whole number from ${least} to ${most}`))
    .transform(Number);
}

function oneOf<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, quoteValue(`must be one of ${names.join(", ")}`));
}

function list(fits: (part: string) => boolean, message: string) {
  const parts = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  return z
    .string()
    .refine((text) => parts(text).every(fits), quoteValue(message))
    .transform(parts);
}

/** Secrets separated by commas; its errors never show one. */
function strongKeys() {
  return z.string().transform((text, context): [string, ...string[]] => {
    const [first = "", ...others] = text.split(",").map((part) => part.trim());
    for (const part of [first, ...others])
      if (!isStrong(part))
        context.addIssue({
          code: "custom",
          message: `has a key of ${Buffer.byteLength(part)} bytes; each needs ${MIN_SECRET_BYTES} or more`,
        });
    return [first, ...others];
  });
}

function allowEntries() {
  return z.string().transform((text, context): AllowEntry[] =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .flatMap((part) => {
        const entry = parseAllowEntry(part);
        if (entry) return entry;
        const message = `has "${part}", which is no host name, address or network with an optional port`;
        context.addIssue({ code: "custom", message });
        return [];
      }),
  );
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:";
}

/** Hosts separated by commas, with optional credentials before and an optional database and options after them. */
function isMongoUrl(text: string): boolean {
  return /^mongodb(?:\+srv)?:\/\/(?:[^@/?#\s]+@)?[^@/?#\s]+(?:\/[^@/?#\s]*)?(?:\?[^#\s]*)?$/.test(text);
}

function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\/./.test(text) && URL.canParse(text);
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== "" || url.password !== "");
}

function isPrivate(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || isLoopbackHost(url.hostname));
}

function isLogin(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text);
}

function isOrigin(text: string): boolean {
  return isHttpUrl(text) && URL.parse(text)?.origin === text;
}

function isHost(text: string): boolean {
  return URL.parse(`https://${text}`)?.host === text;
}

function isNetwork(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const family = isIP(address);
  const isNamedNetwork = ["loopback", "linklocal", "uniquelocal"].includes(text);
  return (
    isNamedNetwork ||
    (family > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function isStrong(secret: string): boolean {
  return Buffer.byteLength(secret) >= MIN_SECRET_BYTES;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
