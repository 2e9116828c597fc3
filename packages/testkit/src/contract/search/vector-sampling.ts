import { expect, it } from "vitest";
import { minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { givenLibrarian, MODEL, OTHER_MODEL, vectorAt } from "./vector-library.ts";

export function vectorSampling(open: OpenStorage): void {
  it("samples the heads of all notes when there are few", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await owner.noteAt([10, 90]);
    await owner.noteAt([20]);
    await owner.put(await owner.note(), [30], { model: OTHER_MODEL });
    await owner.note();
    await owner.delete(await owner.noteAt([40]));
    await givenLibrarian(storage).noteAt([50]);
    expect(angles(await storage.vectors.sampleHeads(owner.userId, MODEL.name, 10))).toEqual([10, 20]);
    expect(await storage.vectors.sampleHeads(givenLibrarian(storage).userId, MODEL.name, 10)).toEqual([]);
  });

  it("samples the same heads for the same notes, each note once", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await Promise.all(Array.from({ length: 40 }, (_, index) => owner.noteAt([index, 89])));
    const sample = async () => angles(await storage.vectors.sampleHeads(owner.userId, MODEL.name, 10));
    const first = await sample();
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThanOrEqual(10);
    expect(new Set(first).size).toBe(first.length);
    expect(first.every((angle) => angle >= 0 && angle < 40)).toBe(true);
    expect(await sample()).toEqual(first);
  });

  it("samples old and new notes", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await Promise.all(
      Array.from({ length: 80 }, (_, index) => owner.noteAt([index < 40 ? 0 : 90], { created_at: minute(index) })),
    );
    const sample = angles(await storage.vectors.sampleHeads(owner.userId, MODEL.name, 30));
    expect(new Set(sample)).toEqual(new Set([0, 90]));
  });

  it("returns the heads of given notes, of their present texts alone", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    const [one, other, deletedNote, archivedNote] = [
      await owner.noteAt([10, 90]),
      await owner.noteAt([20]),
      await owner.noteAt([30]),
      await owner.noteAt([40], { archived: true }),
    ];
    await owner.delete(deletedNote);
    const reworded = await owner.noteAt([50]);
    await owner.revise(reworded, { content: "Other words." });
    const retagged = await owner.noteAt([60]);
    await owner.revise(retagged, { tags: ["owls"] });
    const foreign = await givenLibrarian(storage).noteAt([70]);
    const withoutVectors = await owner.note();
    const notes = [other, one, one, deletedNote, archivedNote, reworded, retagged, foreign, withoutVectors];
    const heads = await storage.vectors.heads(
      owner.userId,
      MODEL.name,
      notes.map(({ id }) => id),
    );
    const angleOf = ({ id }: { readonly id: string }) => angles([heads.get(id)!])[0];
    expect(new Set(heads.keys())).toEqual(new Set([one.id, other.id, archivedNote.id, retagged.id]));
    expect([one, other, archivedNote, retagged].map(angleOf)).toEqual([10, 20, 40, 60]);
    expect(await storage.vectors.heads(owner.userId, MODEL.name, [])).toEqual(new Map());
    expect(await storage.vectors.heads(owner.userId, "unknown", [one.id])).toEqual(new Map());
  });

  it("returns vectors unchanged", async () => {
    await using storage = await open();
    const owner = givenLibrarian(storage);
    await owner.noteAt([33]);
    const [head] = await storage.vectors.sampleHeads(owner.userId, MODEL.name, 1);
    expect(head).toHaveLength(MODEL.dimensions);
    for (const [index, value] of vectorAt(33).entries()) expect(head![index]).toBeCloseTo(value, 5);
  });
}

/** Returns the angles in whole degrees, sorted. */
function angles(vectors: readonly Float32Array[]): number[] {
  return vectors
    .map((vector) => Math.round((Math.atan2(vector.at(-1)!, vector[0]!) * 180) / Math.PI))
    .toSorted((one, other) => one - other);
}
