import { expect, it } from "vitest";
import { layoutGraph } from "./layout-graph.ts";

const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
const links = ids.slice(1).map((id, index) => ({ source_id: id, target_id: ids[index - (index % 5)]! }));

it("is deterministic, and stays between 0 and 1", () => {
  const places = layoutGraph(ids, links);
  expect(places).toEqual(layoutGraph(ids, links));
  for (const { x, y } of places) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(1);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(1);
  }
});

it("places linked notes closer together than others", () => {
  const placesById = new Map(layoutGraph(ids, links).map((place) => [place.id, place]));
  const distance = (one: string, other: string) =>
    Math.hypot(placesById.get(one)!.x - placesById.get(other)!.x, placesById.get(one)!.y - placesById.get(other)!.y);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const linkedDistance = mean(links.map((link) => distance(link.source_id, link.target_id)));
  const all = mean(ids.flatMap((one) => ids.filter((other) => other !== one).map((other) => distance(one, other))));
  expect(linkedDistance).toBeLessThan(all / 2);
});

it("places a single note, and ignores a link that leads nowhere", () => {
  expect(layoutGraph(["a"], [{ source_id: "a", target_id: "gone" }])).toEqual([{ id: "a", x: 0, y: 0 }]);
  expect(layoutGraph([], [])).toEqual([]);
});
