import { eventually } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { createNewerVersion } from "./newer-version.ts";

function setUp(answering: boolean) {
  const page = new EventTarget();
  const heard = vi.fn<() => void>();
  const listeners = new Set<() => void>();
  const server = { answers: answering };
  const lost = vi.fn<() => void>(() => void (reachability.reachable = false));
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const reachability = { reachable: true, lost, subscribe };
  const version = createNewerVersion(page, { answers: async () => server.answers, reachability });
  version.subscribe(heard);
  const comeBack = () => {
    server.answers = reachability.reachable = true;
    for (const listener of listeners) listener();
  };
  const miss = () => page.dispatchEvent(new Event("vite:preloadError"));
  return { version, lost, heard, miss, comeBack };
}

it("is reported when a server that answers lacks a part of the page", async () => {
  const { version, lost, heard, miss } = setUp(true);
  expect(version.isThere).toBe(false);
  miss();
  await eventually(() => expect(heard).toHaveBeenCalled());
  expect(version.isThere).toBe(true);
  expect(lost).not.toHaveBeenCalled();
});

it("is not reported while the server does not answer", async () => {
  const { version, lost, heard, miss } = setUp(false);
  miss();
  await eventually(() => expect(lost).toHaveBeenCalledOnce());
  expect(version.isThere).toBe(false);
  expect(heard).not.toHaveBeenCalled();
});

it("is reported once the server answers again, as the part stays missing until a reload", async () => {
  const { version, lost, heard, miss, comeBack } = setUp(false);
  miss();
  await eventually(() => expect(lost).toHaveBeenCalledOnce());
  comeBack();
  await eventually(() => expect(heard).toHaveBeenCalledOnce());
  expect(version.isThere).toBe(true);
  comeBack();
  expect(heard).toHaveBeenCalledOnce();
});
