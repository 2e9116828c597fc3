import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { receiverSnippets } from "./receiver-snippets.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY =
  '{"event":"note.created","timestamp":"2026-03-01T12:00:00.000Z","data":{"id":"0195cf6a-7c00-7000-8000-000000000001","title":"Spaced repetition beats cramming","note_type":"fact"},"signature":"sha256=e5a0aaf249f259180cbeda26c404d8d257010d57c63cea0818b02c04cac7966d"}';

function runNode(raw: string, secret: string): string {
  const text = receiverSnippets(secret).find(({ program }) => program === "Node.js")!.text;
  const program = `const raw = Buffer.from(process.env.RAW);\n${text}\nprocess.stdout.write(String(isOurs));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    env: { RAW: raw },
    encoding: "utf8",
  });
}

it("gives Node.js a receiver that knows our messages, and no others", () => {
  expect(runNode(BODY, SECRET)).toBe("true");
  expect(runNode(BODY.replace("beats", "loses"), SECRET)).toBe("false");
  expect(runNode(BODY, `${SECRET}x`)).toBe("false");
});

it("gives Python the same secret, quoted", () => {
  const { text } = receiverSnippets(`a"b\\c12345`).find(({ program }) => program === "Python")!;
  expect(text).toContain(String.raw`secret = "a\"b\\c12345"`);
});
