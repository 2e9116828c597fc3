import { expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { createDismissals } from "./dismissals.ts";
import { moveDismissals } from "./move-dismissals.ts";

const id = (number: number) => `0195cf6a-7c00-7000-8000-${String(number).padStart(12, "0")}`;

function setUp(keys: readonly string[]) {
  let stored = keys.join("\n");
  const storage = { getItem: () => stored, setItem: (_: string, value: string) => void (stored = value) };
  const sent: string[][] = [];
  const server = { isDown: false };
  const looks = {
    add: {
      async mutate(input: { readonly looks: readonly { readonly key: string }[] }) {
        if (server.isDown) throw new Error("The server is down.");
        sent.push(input.looks.map(({ key }) => key));
      },
    },
  };
  // Safe because moving uses no other part of the client.
  const client = { looks } as unknown as Client;
  const open = () => createDismissals(storage, new EventTarget());
  return { open, server, sent, move: () => moveDismissals(client, open()) };
}

it("moves matters of tending once and forgets them, and leaves other dismissals alone", async () => {
  const matters = [`near ${id(2)} ${id(1)}`, `contested ${id(3)} ${id(1)}`, `orphan ${id(4)}`];
  const others = [`rests ${id(2)} ${id(1)} depends_on`, "multilingual embedder"];
  const { open, sent, move } = setUp([...matters, ...others]);
  expect(await move()).toBe(3);
  expect(sent).toEqual([matters]);
  expect([...open().keys]).toEqual(others);
  expect(await move()).toBe(0);
  expect(sent).toHaveLength(1);
});

it.each([
  { count: 500, requests: [500] },
  { count: 501, requests: [500, 1] },
])("moves $count in requests of at most 500", async ({ count, requests }) => {
  const { open, sent, move } = setUp(Array.from({ length: count }, (_, index) => `orphan ${id(index)}`));
  await move();
  expect(sent.map((keys) => keys.length)).toEqual(requests);
  expect(open().keys.size).toBe(0);
});

it("remembers them while the server does not take them", async () => {
  const { open, server, sent, move } = setUp([`orphan ${id(1)}`]);
  server.isDown = true;
  await expect(move()).rejects.toThrow("The server is down.");
  expect(open().keys.size).toBe(1);
  server.isDown = false;
  await move();
  expect([sent.length, open().keys.size]).toEqual([1, 0]);
});
