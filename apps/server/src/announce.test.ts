import { parseConfig } from "@knote/config";
import { expect, it } from "vitest";
import { announcement } from "./announce.ts";

const URL = "http://127.0.0.1:8420";

it("is one line with the address where nobody watches", () => {
  expect(announcement(URL, parseConfig({}), "1.2.3", false)).toBe(`Knote 1.2.3 is running at ${URL}\n`);
});

it("tells a person where the data is and what to do next", () => {
  const text = announcement(URL, parseConfig({ DATA_DIR: "/var/lib/knote" }), "1.2.3", true);
  expect(text).toContain(`is running at ${URL}\n`);
  expect(text).toContain("/var/lib/knote");
  expect(text).toContain("npm run knote token");
  expect(text).toContain(`curl ${URL}/api/workspace/notes`);
});

it("does not tell to mint tokens where an issuer does", () => {
  const config = parseConfig({ JWT_JWKS_URL: "https://id.example.com/keys", PUBLIC_URL: "https://notes.example.com" });
  const text = announcement(URL, config, "1.2.3", true);
  expect(text).toContain("https://id.example.com/keys");
  expect(text).toContain("https://notes.example.com/docs");
  expect(text).not.toContain("knote token");
});
