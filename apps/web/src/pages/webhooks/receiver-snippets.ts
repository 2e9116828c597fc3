import type { Snippet } from "../../kit/copying/snippets.tsx";

/** Returns five lines each for a receiver in Node.js and in Python that tell Knote's messages from others. */
export function receiverSnippets(secret: string): Snippet[] {
  return [
    {
      program: "Node.js",
      text: `import { createHmac, timingSafeEqual } from "node:crypto"; // raw: Buffer of the body as received
const secret = ${JSON.stringify(secret)};
const given = Buffer.from(JSON.parse(raw).signature);
const signed = Buffer.concat([raw.subarray(0, -87), Buffer.from("}")]);
const made = Buffer.from(\`sha256=\${createHmac("sha256", secret).update(signed).digest("hex")}\`);
const isOurs = given.length === made.length && timingSafeEqual(given, made);`,
    },
    {
      program: "Python",
      text: `import hashlib, hmac, json  # raw: bytes of the body as received
secret = ${JSON.stringify(secret)}
given = json.loads(raw)["signature"]
made = "sha256=" + hmac.new(secret.encode(), raw[:-87] + b"}", hashlib.sha256).hexdigest()
is_ours = hmac.compare_digest(given, made)`,
    },
  ];
}
