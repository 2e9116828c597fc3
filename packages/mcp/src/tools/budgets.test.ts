import { appRouter, createCallerFactory } from "@knote/api";
import { SCOPES } from "@knote/contract";
import { testServices } from "@knote/testkit";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { toolContext } from "../tool-context.ts";
import { ALL_TOOLS } from "./all-tools.ts";

const LONG_TITLE = "Owls remember where they hid their food, even in the dark of a long winter night. "
  .repeat(4)
  .slice(0, 299);

function setUp() {
  const services = testServices();
  const actor = { userId: "ada", scopes: new Set<string>(SCOPES), tier: "pro" as const };
  const context = { ...services, actor };
  const tools = toolContext({ context, publicUrl: "https://notes.example.com" });
  const call = (name: string, input: object): Promise<any> => {
    const tool = ALL_TOOLS.find((one) => one.name === name)!;
    return tool.call(tools, tool.input.parse(input));
  };
  const caller = createCallerFactory(appRouter)(context);
  const fill = async (count: number, title: (place: number) => string, content: string, tags: string[]) => {
    const ids: string[] = [];
    for (let place = 0; place < count; place++) {
      ids.push((await caller.notes.create({ title: title(place), content, note_type: "fact", tags })).id);
      services.clock.advance(1_000);
    }
    return ids;
  };
  return { call, caller, fill };
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;

describe("an answer", () => {
  it("of search has at most 8,000 characters: shorter passages first, fewer notes last", async () => {
    const { call, fill } = setUp();
    const content = "Owls remember where they hid their food. ".repeat(30);
    await fill(20, (place) => `Owls ${place}`, content, []);
    const some = await call("search", { query: "owls food", limit: 8 });
    expect(some.results).toHaveLength(8);
    expect(Math.max(...some.results.map(({ snippet }: any) => snippet.length))).toBe(300);
    const many = await call("search", { query: "owls food", limit: 20 });
    expect(many.results).toHaveLength(20);
    expect(sizeOf(many)).toBeLessThanOrEqual(8_000);
    expect(many.results[0].snippet).toMatch(/^Owls remember.*…$/);
    const other = setUp();
    await other.fill(20, (place) => `${place} ${LONG_TITLE}`.slice(0, 300), content, []);
    const long = await other.call("search", { query: "owls food", limit: 20 });
    expect(sizeOf(long)).toBeLessThanOrEqual(8_000);
    expect(long.results.length).toBeGreaterThan(10);
    expect(long.results.length).toBeLessThan(20);
  });

  it("of list_notes that would be too long ends earlier, and its cursor goes on where it ended", async () => {
    const { call, fill } = setUp();
    const tags = Array.from({ length: 32 }, (_, place) => `${"x".repeat(60)}${place}`);
    const ids = await fill(20, (place) => `${place} ${LONG_TITLE}`.slice(0, 300), "-", tags);
    const foundIds: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await call("list_notes", { limit: 50, ...(cursor && { cursor }) });
      expect(sizeOf(page)).toBeLessThanOrEqual(12_500);
      foundIds.push(...page.notes.map(({ id }: any) => id));
      cursor = page.next ?? undefined;
      pages++;
    } while (cursor !== undefined);
    expect(foundIds).toEqual(ids.toReversed());
    expect(pages).toBeGreaterThan(1);
  });

  it("of every tool that reads stays below 5,000 tokens for notes of usual length", async () => {
    const { call, caller, fill } = setUp();
    const content = "Tawny owls that were ringed in the same wood came back to it in nine of ten winters. ".repeat(12);
    const title = (place: number) => `Tawny owls of wood number ${place} come back to it in winter`;
    const ids = await fill(60, title, content, ["owls", "winter"]);
    for (const [place, id] of ids.slice(1, 50).entries())
      await caller.links.create({
        source_id: id,
        target_id: ids[0]!,
        relation: place % 5 === 0 ? "contradicts" : "extends",
      });
    const calls: readonly [string, object][] = [
      ["search", { query: "tawny owls in winter", limit: 20 }],
      ["fetch", { id: ids[5] }],
      ["list_notes", { limit: 50 }],
      ["suggest_links", { id: ids[55], limit: 10 }],
      ...["contested", "needs_review", "near", "orphans", "proposals", "due", "changed"].map(
        (kind): [string, object] => ["review", { kind, limit: 10 }],
      ),
    ];
    for (const [name, input] of calls) {
      const tokens = countTokens(JSON.stringify(await call(name, input)));
      expect({ name, input, tokens }).toEqual({ name, input, tokens: expect.toSatisfy((count) => count < 5_000) });
    }
  });

  it("of fetch has at most 50 links, and says that there are more", async () => {
    const { call, caller, fill } = setUp();
    const [hub, ...others] = await fill(52, (place) => `Claim ${place}`, "-", []);
    for (const id of others.slice(1))
      await caller.links.create({ source_id: hub!, target_id: id, relation: "extends" });
    expect((await call("fetch", { id: hub })).links).toMatchObject({ more: false, outgoing: { length: 50 } });
    await caller.links.create({ source_id: others[0]!, target_id: hub!, relation: "extends" });
    const { links } = await call("fetch", { id: hub });
    expect(links.more).toBe(true);
    expect(links.outgoing.length + links.incoming.length).toBe(50);
  });
});
