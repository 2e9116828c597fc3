import { parseConfig } from "@knote/config";
import { expect, it } from "vitest";
import { announcement, type AnnouncementOptions } from "./announce.ts";

const URL = "http://127.0.0.1:8420";
const LINK = `${URL}/auth/local?code=abc`;

function announcementOf(variables: Record<string, string>, fields: Partial<AnnouncementOptions> = {}): string {
  const config = parseConfig(variables);
  return announcement({ url: URL, signInLink: null, config, version: "1.2.3", onTerminal: true, ...fields });
}

it("is the address, and the sign-in link if there is one, where nobody watches", () => {
  expect(announcementOf({}, { onTerminal: false })).toBe(`Knote 1.2.3 is running at ${URL}\n`);
  expect(announcementOf({}, { onTerminal: false, signInLink: LINK })).toBe(
    `Knote 1.2.3 is running at ${URL}\nSign in, once and within ten minutes: ${LINK}\n`,
  );
});

it("tells a person where to sign in, where the data is and what to do next", () => {
  const text = announcementOf({ DATA_DIR: "/var/lib/knote" }, { signInLink: LINK });
  expect(text).toContain(`is running at ${URL}\n`);
  expect(text).toContain(`${LINK}\n`);
  expect(text).toContain("npm run knote open");
  expect(text).toContain("/var/lib/knote");
  expect(text).toContain("npm run knote token");
  expect(text).toContain(`curl ${URL}/api/workspace/notes`);
});

it("sends people to GitHub where they sign in there, and names no token", () => {
  const client = { GITHUB_CLIENT_ID: "Iv1.abc", GITHUB_CLIENT_SECRET: "s3cret" };
  const text = announcementOf({ ...client, PUBLIC_URL: "https://notes.example.com" });
  expect(text).toContain("sign in with GitHub at https://notes.example.com\n");
  expect(text).not.toContain("knote token");
  expect(text).not.toContain("knote open");
  expect(text).not.toContain("s3cret");
});

it("does not tell to mint tokens where an issuer does", () => {
  const text = announcementOf({ JWT_JWKS_URL: "https://id.example.com/keys", PUBLIC_URL: "https://notes.example.com" });
  expect(text).toContain("https://id.example.com/keys");
  expect(text).toContain("https://notes.example.com/docs");
  expect(text).not.toContain("knote token");
});
