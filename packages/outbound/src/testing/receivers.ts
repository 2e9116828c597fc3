/** Receivers as a stranger would write them: each verifies the signature in the body and prints true or false. */
export const NODE_RECEIVER = `
import { createHmac, timingSafeEqual } from "node:crypto";
const given = Buffer.from(JSON.parse(raw).signature);
const signed = Buffer.concat([raw.subarray(0, -87), Buffer.from("}")]);
const made = Buffer.from(\`sha256=\${createHmac("sha256", secret).update(signed).digest("hex")}\`);
const isOurs = given.length === made.length && timingSafeEqual(given, made);
`;

export const PYTHON_RECEIVER = `
import hashlib, hmac, json
given = json.loads(raw)["signature"]
made = "sha256=" + hmac.new(secret.encode(), raw[:-87] + b"}", hashlib.sha256).hexdigest()
is_ours = hmac.compare_digest(given, made)
`;
