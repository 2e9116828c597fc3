import { expect, it } from "vitest";
import type { Service } from "./service.ts";
import { undoImport } from "./undo-import.ts";

/** A service with these notes, by their ETags; null stands for a note that is gone. */
function serviceOf(etags: Record<string, string | null>, { failsAt }: { readonly failsAt?: string } = {}) {
  const deletedIds: string[] = [];
  const service: Service = {
    address: "http://service",
    async send(path, { method, headers } = {}) {
      const id = path.split("/").at(-1)!;
      if (id === failsAt) return Response.json({ detail: "Out of order." }, { status: 503 });
      const etag = etags[id];
      if (etag === undefined || etag === null) return new Response(null, { status: 404 });
      if (method === "HEAD") return new Response(null, { headers: { ETag: etag } });
      if ((headers as Record<string, string>)["If-Match"] !== etag || id === "raced")
        return Response.json({ detail: "The note has changed since it was read." }, { status: 412 });
      deletedIds.push(id);
      etags[id] = null;
      return new Response(null, { status: 204 });
    },
  };
  return { service, deletedIds };
}

it("deletes what nobody has changed since, and can be repeated", async () => {
  const { service, deletedIds } = serviceOf({
    a: '"1.10"',
    b: '"1.11"',
    edited: '"2.12"',
    raced: '"1.13"',
    gone: null,
  });
  const progress: number[] = [];
  const ids = ["a", "b", "edited", "raced", "gone"];
  const outcomes = await undoImport(service, ids, (doneCount, total) => void progress.push(doneCount / total));
  expect(outcomes).toEqual({ deleted: 2, changed: 2, gone: 1 });
  expect(deletedIds.toSorted()).toEqual(["a", "b"]);
  expect(progress.at(-1)).toBe(1);
  expect(await undoImport(service, ids)).toEqual({ deleted: 0, changed: 2, gone: 3 });
  expect(await undoImport(service, [])).toEqual({ deleted: 0, changed: 0, gone: 0 });
});

it("stops with the sentence of a refusal", async () => {
  const { service } = serviceOf({ a: '"1.10"' }, { failsAt: "b" });
  await expect(undoImport(service, ["a", "b"])).rejects.toThrow("The service answered 503: Out of order.");
});
