import { type ComponentType, lazy } from "react";

/**
 * A component whose code comes when it is first drawn. Where the code does not come, `missing` is drawn instead;
 * why it did not is told for the page as a whole (`remote/newer-version.ts`).
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
