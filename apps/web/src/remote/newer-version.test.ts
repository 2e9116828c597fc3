import { eventually } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { createNewerVersion } from "./newer-version.ts";

function setUp(answering: boolean) {
  const page = new EventTarget();
  const onNewerVersion = vi.fn<() => void>();
  const listeners = new Set<() => void>();
  const server = { answers: answering };
  const reportLoss = vi.fn<() => void>(() => void (reachability.reachable = false));
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const reachability = { reachable: true, reportLoss, subscribe };
  const version = createNewerVersion(page, { answers: async () => server.answers, reachability });
  version.subscribe(onNewerVersion);
  const comeBack = () => {
    server.answers = reachability.reachable = true;
    for (const listener of listeners) listener();
  };
  const miss = () => page.dispatchEvent(new Event("vite:preloadError"));
  return { version, reportLoss, onNewerVersion, miss, comeBack };
}

it("is reported when a server that answers lacks a part of the page", async () => {
  const { version, reportLoss, onNewerVersion, miss } = setUp(true);
  expect(version.isAvailable).toBe(false);
  miss();
  await eventually(() => expect(onNewerVersion).toHaveBeenCalled());
  expect(version.isAvailable).toBe(true);
  expect(reportLoss).not.toHaveBeenCalled();
});

it("is not reported while the server does not answer", async () => {
  const { version, reportLoss, onNewerVersion, miss } = setUp(false);
  miss();
  await eventually(() => expect(reportLoss).toHaveBeenCalledOnce());
  expect(version.isAvailable).toBe(false);
  expect(onNewerVersion).not.toHaveBeenCalled();
});

it("is reported once the server answers again, as the part stays missing until a reload", async () => {
  const { version, reportLoss, onNewerVersion, miss, comeBack } = setUp(false);
  miss();
  await eventually(() => expect(reportLoss).toHaveBeenCalledOnce());
  comeBack();
  await eventually(() => expect(onNewerVersion).toHaveBeenCalledOnce());
  expect(version.isAvailable).toBe(true);
  comeBack();
  expect(onNewerVersion).toHaveBeenCalledOnce();
});
