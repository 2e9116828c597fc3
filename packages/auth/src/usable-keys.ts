import { importJWK, type JWK } from "jose";

const LEAST_RSA_BITS = 2_048;
const ALGORITHMS: Readonly<Record<string, string>> = { RSA: "RS256", EC: "ES256", OKP: "EdDSA" };

/** Returns the response without weak or broken keys, so that the others in the set work. */
export async function withUsableKeys(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const set: unknown = await response.json();
  if (typeof set !== "object" || set === null || !("keys" in set) || !Array.isArray(set.keys))
    return Response.json(set);
  const keys: unknown[] = set.keys;
  const usable = await Promise.all(keys.map(isUsable));
  return Response.json({ keys: keys.filter((_, index) => usable[index]) });
}

async function isUsable(jwk: unknown): Promise<boolean> {
  try {
    // Safe because the import refuses anything but a key.
    const { alg, kty = "" } = jwk as JWK;
    const key = await importJWK(jwk as JWK, alg ?? ALGORITHMS[kty]);
    if (key instanceof Uint8Array || key.type !== "public") return false;
    const { modulusLength = LEAST_RSA_BITS } = key.algorithm as { readonly modulusLength?: number };
    return modulusLength >= LEAST_RSA_BITS;
  } catch {
    return false;
  }
}
