import type { RequestContext } from "../context.ts";

/**
 * Waits for work of an embedder or a model. While a remote provider does the work, the request frees its place for
 * others and takes one again before it goes on.
 */
export async function waitWithoutPlace<T>(
  { place }: Pick<RequestContext, "place">,
  { isRemote = false }: { readonly isRemote?: boolean },
  work: Promise<T>,
): Promise<T> {
  if (!isRemote || place === undefined) return await work;
  place.stepOut();
  try {
    return await work;
  } finally {
    await place.stepIn();
  }
}
