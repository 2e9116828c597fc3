import { createHmac } from "node:crypto";
import type { Clock } from "@knote/api";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import * as z from "zod";

/** Longest visit at the provider. */
export const FLOW_SECONDS = 600;

/** State that a browser keeps during its visit at the provider. */
const Flow = z.object({ state: z.string(), verifier: z.string(), returnTo: z.string() });
export type Flow = z.infer<typeof Flow>;

/** Encrypts and signs flows: the browser can neither read nor change them, and they expire after ten minutes. */
export interface FlowSeal {
  seal(flow: Flow): Promise<string>;
  /** Resolves with null for a flow that was not sealed here, or has expired. */
  open(sealedFlow: string): Promise<Flow | null>;
}

export function createFlowSeal(secret: string, clock: Clock): FlowSeal {
  const key = createHmac("sha256", secret).update("sign-in flow").digest();
  return {
    seal: (flow) =>
      new EncryptJWT({ ...flow })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(Math.floor(clock.now() / 1000) + FLOW_SECONDS)
        .encrypt(key),
    async open(sealedFlow) {
      try {
        const options = {
          currentDate: new Date(clock.now()),
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
          requiredClaims: ["exp"],
        };
        return Flow.parse((await jwtDecrypt(sealedFlow, key, options)).payload);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    },
  };
}
