import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { SecretBox, SecretOwner } from "@knote/api";

interface Key {
  /** Tells which key sealed a secret. */
  readonly mark: Buffer;
  readonly key: KeyObject;
}

const CIPHER = "aes-256-gcm";
const PURPOSE = "webhook secrets";
const MARK_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates the box from the operator's keys, the newest first: that one seals, all of them open. A sealed secret is
 * base64url of the key's mark, the nonce, the encrypted bytes and their tag.
 */
export function createSecretBox(keys: readonly [string, ...string[]]): SecretBox {
  const [newest, ...others] = keys.map(deriveKey) as [Key, ...Key[]];
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest.key, nonce).setAAD(bindingOf(owner));
      const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([newest.mark, nonce, ciphertext, cipher.getAuthTag()]).toString("base64url");
    },
    open(sealedText, owner) {
      const bytes = Buffer.from(sealedText, "base64url");
      if (bytes.length < MARK_BYTES + NONCE_BYTES + TAG_BYTES) return null;
      const fitting = [newest, ...others].filter(({ mark }) => mark.equals(bytes.subarray(0, MARK_BYTES)));
      for (const key of fitting) {
        const secret = decrypt(bytes, key, owner);
        if (secret !== null) return secret;
      }
      return null;
    },
    isCurrent: (sealedText) => newest.mark.equals(Buffer.from(sealedText, "base64url").subarray(0, MARK_BYTES)),
  };
}

function deriveKey(text: string): Key {
  const bytes = Buffer.from(hkdfSync("sha256", text, "", PURPOSE, 32));
  return { key: createSecretKey(bytes), mark: createHash("sha256").update(bytes).digest().subarray(0, MARK_BYTES) };
}

function decrypt(bytes: Buffer, { key }: Key, owner: SecretOwner): string | null {
  const nonce = bytes.subarray(MARK_BYTES, MARK_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(bindingOf(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const start = decipher.update(bytes.subarray(MARK_BYTES + NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Both ids in JSON, so that no two owners have the same bytes. */
function bindingOf({ userId, webhookId }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([userId, webhookId]));
}
