import { expect, it } from "vitest";
import { withService } from "./with-service.ts";

it("passes the server's address to the suites", () => {
  const urls: string[] = [];
  withService("TEST_REDIS_URL", (url) => urls.push(url), { TEST_REDIS_URL: "redis://127.0.0.1:1", CI: "true" });
  expect(urls).toEqual(["redis://127.0.0.1:1"]);
});

it("fails in CI where no server is named", () => {
  const suites = () => expect.unreachable();
  expect(() => withService("TEST_REDIS_URL", suites, { CI: "true" })).toThrow(
    "not run, as TEST_REDIS_URL names no server",
  );
});
