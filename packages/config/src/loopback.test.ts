import { expect, it } from "vitest";
import { isLoopbackHost } from "./loopback.ts";

it.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.2", false],
])("knows whether other machines reach %s", (host, isLoopback) => {
  expect(isLoopbackHost(host)).toBe(isLoopback);
});
