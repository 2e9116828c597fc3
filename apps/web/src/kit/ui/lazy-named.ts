import { type ComponentType, lazy } from "react";

/**
 * Returns a component whose code loads when it is first rendered. Renders `missing` when the code cannot be loaded;
 * `remote/newer-version.ts` reports the reason once for the whole page.
 */
export function lazyNamed<Name extends string, Props extends object>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
  missing: ComponentType<Props> = Nothing,
) {
  return lazy(async () => {
    const module = await load().catch(() => null);
    return { default: module?.[name] ?? missing };
  });
}

function Nothing(): null {
  return null;
}
