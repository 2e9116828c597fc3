import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { type Connect, startSharedStream, type TabChannel, type TabMessage } from "./shared-stream.ts";

type Connection = Parameters<Connect>[0] & { isClosed: boolean };

/** A fake browser with tabs, one lock and one channel, and a server that only records connections. */
function givenBrowser() {
  const connections: Connection[] = [];
  const listeners = new Set<{ hear: (message: TabMessage) => void }>();
  let lock: Promise<void> = Promise.resolve();

  function openTab(lastId: string | null = null, renewalMs = 60_000) {
    const heardIds: string[] = [];
    let own: { hear: (message: TabMessage) => void } | undefined;
    const channel: TabChannel = {
      post: (message) => {
        for (const other of listeners) if (other !== own) other.hear(message);
      },
      listen: (hear) => listeners.add((own = { hear })),
      close: () => own && listeners.delete(own),
    };
    const stream = startSharedStream({
      lastId,
      channel,
      reconnectMs: 0,
      renewalMs,
      connect(options) {
        const connection: Connection = { ...options, isClosed: false };
        connections.push(connection);
        return { close: () => (connection.isClosed = true) };
      },
      lead(work, signal) {
        const turn = lock.then(() => (signal.aborted ? undefined : work()));
        lock = turn;
        return turn;
      },
    });
    stream.onEvent(({ id }) => heardIds.push(id));
    return { stream, heardIds };
  }
  return { connections, openTab };
}

function anEvent(id: string) {
  return { id, event: { type: "recall_query", data: { query: "?" }, timestamp: "2026-01-01T00:00:00.000Z" } } as const;
}

describe("the activity stream shared by a browser's tabs", () => {
  it("has one connection, and every tab receives its events", async () => {
    const { connections, openTab } = givenBrowser();
    const [first, second] = [openTab("5"), openTab("5")];
    await eventually(() => expect(connections).toHaveLength(1));
    connections[0]!.onOpen();
    connections[0]!.onEvent(anEvent("6"));
    expect([first.heardIds, second.heardIds]).toEqual([["6"], ["6"]]);
    expect([first.stream.live, second.stream.live]).toEqual([true, true]);
    expect(connections[0]!.lastId).toBe("5");
  });

  it("resumes after the last event received when the connection was lost", async () => {
    const { connections, openTab } = givenBrowser();
    const { stream, heardIds } = openTab("5");
    await eventually(() => expect(connections).toHaveLength(1));
    connections[0]!.onOpen();
    connections[0]!.onEvent(anEvent("6"));
    connections[0]!.onEnd("lost");
    await eventually(() => expect(connections).toHaveLength(2));
    expect(stream.live).toBe(false);
    expect(connections[1]!.lastId).toBe("6");
    connections[1]!.onEvent(anEvent("7"));
    expect(heardIds).toEqual(["6", "7"]);
  });

  it("stays live while its connection is renewed, unless that takes long or fails", async () => {
    const { connections, openTab } = givenBrowser();
    const { stream, heardIds } = openTab("5", 20);
    const states: boolean[] = [];
    stream.subscribe(() => states.push(stream.live));
    await eventually(() => expect(connections).toHaveLength(1));
    connections[0]!.onOpen();
    connections[0]!.onEvent(anEvent("6"));
    connections[0]!.onEnd("renewed");
    await eventually(() => expect(connections).toHaveLength(2));
    connections[1]!.onOpen();
    expect([states, connections[1]!.lastId]).toEqual([[true], "6"]);
    connections[1]!.onEnd("renewed");
    await eventually(() => expect(states).toEqual([true, false]));
    connections[2]!.onOpen();
    connections[2]!.onEnd("renewed");
    await eventually(() => expect(connections).toHaveLength(4));
    connections[3]!.onEnd("lost");
    await eventually(() => expect(states).toEqual([true, false, true, false]));
    expect(heardIds).toEqual(["6"]);
    stream.stop();
  });

  it("is taken over without a gap by another tab when the leader closes", async () => {
    const { connections, openTab } = givenBrowser();
    const [first, second] = [openTab("5"), openTab("5")];
    await eventually(() => expect(connections).toHaveLength(1));
    connections[0]!.onEvent(anEvent("6"));
    first.stream.stop();
    await eventually(() => expect(connections).toHaveLength(2));
    expect(connections[0]!.isClosed).toBe(true);
    expect(connections[1]!.lastId).toBe("6");
    connections[1]!.onEvent(anEvent("7"));
    expect([first.heardIds, second.heardIds]).toEqual([["6"], ["6", "7"]]);
  });

  it("shows as live in a tab that opens later", async () => {
    const { connections, openTab } = givenBrowser();
    openTab();
    await eventually(() => expect(connections).toHaveLength(1));
    connections[0]!.onOpen();
    expect(openTab().stream.live).toBe(true);
    expect(connections).toHaveLength(1);
  });

  it("does not connect after it was stopped", async () => {
    const { connections, openTab } = givenBrowser();
    const { stream } = openTab();
    stream.stop();
    const later = openTab();
    await eventually(() => expect(connections).toHaveLength(1));
    later.stream.stop();
    expect(connections[0]!.isClosed).toBe(true);
    expect(connections).toHaveLength(1);
  });
});
