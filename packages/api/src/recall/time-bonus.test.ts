import { describe, expect, it } from "vitest";
import { timeBonus, type DatedPassage } from "./time-bonus.ts";

const NOW = Date.parse("2026-03-18T12:00:00Z");
const MARCH_2023 = { from: Date.UTC(2023, 2), to: Date.UTC(2023, 3) };

describe("timeBonus", () => {
  it("raises texts that name the time asked for, or were written then and name none", () => {
    const [namedBonus, writtenBonus, other, elsewhere, year] = timeBonus(
      { spans: [MARCH_2023], order: null },
      [
        text({ passage: "Bought a lamp (23 March, 2023)." }),
        text({ createdAt: "2023-03-05T10:00:00.000Z" }),
        text({ createdAt: "2023-05-05T10:00:00.000Z" }),
        text({ passage: "On 3 May 2021.", createdAt: "2023-03-05T10:00:00.000Z" }),
        text({ passage: "In 2023." }),
      ],
      NOW,
    );
    for (const highBonus of [namedBonus, writtenBonus]) expect(highBonus).toBeGreaterThan(0.19);
    for (const lowBonus of [other, elsewhere, year]) expect(lowBonus).toBeLessThan(0.02);
  });

  it("raises the newest when it is asked for, less when it is less relevant", () => {
    const texts = [
      text({ passage: "1 May 2020" }),
      text({ passage: "1 May 2022" }),
      text({ passage: "1 May 2024", score: 0.1 }),
    ];
    const newest = timeBonus({ spans: [], order: "newest" }, texts, NOW);
    expect(newest[1]! - newest[0]!).toBeCloseTo(0.075, 5);
    expect(newest[2]! - newest[0]!).toBeCloseTo(0.015, 5);
    const oldest = timeBonus({ spans: [], order: "oldest" }, texts, NOW);
    expect(oldest[0]! - oldest[1]!).toBeCloseTo(0.075, 5);
    expect(timeBonus({ spans: [], order: "newest" }, [text({})], NOW)[0]).toBeLessThan(0.02);
  });

  it("breaks ties by importance and recency, a hundredth at most", () => {
    const time = { spans: [], order: null };
    const [important, plain] = timeBonus(time, [text({ importance: 1 }), text({ importance: 0 })], NOW);
    expect(important).toBeGreaterThan(plain!);
    const [recent, old] = timeBonus(time, [text({ createdAt: "2026-03-18T11:00:00.000Z" }), text({})], NOW);
    expect(recent).toBeGreaterThan(old!);
    const [most] = timeBonus(time, [text({ importance: 1, createdAt: "2026-03-18T12:00:00.000Z" })], NOW);
    expect(most).toBeCloseTo(0.01, 12);
  });
});

function text(fields: Partial<DatedPassage>): DatedPassage {
  return { title: "Owls", passage: "-", createdAt: "2020-01-01T00:00:00.000Z", importance: 0.5, score: 1, ...fields };
}
