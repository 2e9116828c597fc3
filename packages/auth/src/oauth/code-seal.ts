import { createHmac, hash, randomUUID } from "node:crypto";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import * as z from "zod";

/** What a code stands for: who let which application in, and what proves that the application redeems it. */
const CodeContent = z.object({
  jti: z.string(),
  clientDigest: z.string(),
  clientName: z.string(),
  redirectDigest: z.string(),
  challenge: z.string(),
  userId: z.string(),
  login: z.string().nullable(),
  sessionId: z.string(),
  /** Id of the grant that the code will become. */
  grantId: z.string(),
  scopes: z.array(z.string()),
  days: z.number(),
  /** Milliseconds since the epoch. */
  issuedAt: z.number(),
});
export type CodeContent = z.infer<typeof CodeContent>;

/** Encrypts and signs codes, so that nothing has to be stored but which of them were used. */
export interface CodeSeal {
  seal(content: Omit<CodeContent, "jti">): Promise<{ readonly code: string; readonly jti: string }>;
  /** Returns what the code stands for, however old it is; null for a code that was not sealed here. */
  open(code: string): Promise<CodeContent | null>;
}

export function createCodeSeal(secret: string): CodeSeal {
  const key = createHmac("sha256", secret).update("authorization code").digest();
  return {
    async seal(content) {
      const jti = randomUUID();
      const code = await new EncryptJWT({ ...content, jti })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .encrypt(key);
      return { code, jti };
    },
    async open(code) {
      try {
        const algorithms = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
        return CodeContent.parse((await jwtDecrypt(code, key, algorithms)).payload);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    },
  };
}

/** Keeps addresses of any length out of the code, which is part of an address itself. */
export function shortDigest(text: string): string {
  return hash("sha256", text, "base64url");
}
