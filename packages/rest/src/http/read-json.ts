import type { Request } from "express";
import { HttpRefusal, invalidField } from "../errors/http-refusal.ts";
import { readBody } from "./read-body.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

export interface JsonBody {
  readonly value: Record<string, unknown>;
  readonly bytes: Buffer;
}

/** Reads the body as a JSON object; throws 415, 413, 400 or 422, checked in this order. */
export async function readJson(request: Request, limitBytes: number): Promise<JsonBody> {
  const { value, bytes } = await readAnyJson(request, limitBytes);
  if (!isObject(value)) throw invalidField("", "The body must be a JSON object.");
  return { value, bytes };
}

/** Reads the body as one JSON-RPC message; throws 415, 413 or 400. A list of messages is none: 400. */
export async function readMessage(request: Request, limitBytes: number): Promise<Record<string, unknown>> {
  const { value } = await readAnyJson(request, limitBytes);
  if (!isObject(value)) throw new HttpRefusal(400, "The body must be one JSON-RPC message.");
  return value;
}

async function readAnyJson(request: Request, limitBytes: number): Promise<{ value: unknown; bytes: Buffer }> {
  requireJson(request);
  const bytes = await readBody(request, limitBytes);
  return { value: parse(decode(bytes)), bytes };
}

/** Throws 415 unless the body is plain JSON. */
export function requireJson(request: Request): void {
  requireType(request, ["application/json"]);
}

/** Throws 415 unless the body has one of the types, and no content encoding. */
export function requireType({ headers }: Request, types: readonly [string, ...string[]]): void {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (!types.includes(type ?? "")) throw new HttpRefusal(415, `The body must be sent as ${types[0]}.`);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw new HttpRefusal(415, "The body must be sent without a content encoding.");
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new HttpRefusal(400, "The body must be valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, text.trim() === "" ? "A JSON body is required." : "The body must be valid JSON.");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
