export interface PlacedNote {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

const STEPS = 260;
/** The golden angle: a spiral start spreads notes evenly without randomness. */
const TURN = 2.399963;

/** Lays out a small graph between 0 and 1, linked notes near each other, others apart. Deterministic. */
export function layoutGraph(
  ids: readonly string[],
  links: readonly { readonly source_id: string; readonly target_id: string }[],
): PlacedNote[] {
  const at = new Map(ids.map((id, index) => [id, index]));
  const xs = ids.map((_, index) => Math.sqrt(index + 1) * Math.cos(index * TURN));
  const ys = ids.map((_, index) => Math.sqrt(index + 1) * Math.sin(index * TURN));
  const springs = links.flatMap(({ source_id, target_id }): [number, number][] => {
    const [source, target] = [at.get(source_id), at.get(target_id)];
    return source === undefined || target === undefined ? [] : [[source, target]];
  });
  for (let step = 0; step < STEPS; step++) move(xs, ys, springs, 0.35 * (1 - step / STEPS));
  return scaleToUnit(ids, xs, ys);
}

function move(xs: number[], ys: number[], springs: readonly [number, number][], heat: number): void {
  const dx = xs.map((x) => -0.05 * x);
  const dy = ys.map((y) => -0.05 * y);
  const push = (one: number, other: number, force: (distance: number) => number): void => {
    const [gapX, gapY] = [xs[one]! - xs[other]!, ys[one]! - ys[other]!];
    const distance = Math.max(0.05, Math.hypot(gapX, gapY));
    const share = force(distance) / distance;
    dx[one]! += gapX * share;
    dy[one]! += gapY * share;
    dx[other]! -= gapX * share;
    dy[other]! -= gapY * share;
  };
  for (let one = 0; one < xs.length; one++)
    for (let other = one + 1; other < xs.length; other++) push(one, other, (distance) => 1.1 / distance);
  for (const [source, target] of springs) push(source, target, (distance) => (1.2 - distance) * 0.5);
  for (let index = 0; index < xs.length; index++) {
    const far = Math.max(1, Math.hypot(dx[index]!, dy[index]!));
    xs[index]! += (dx[index]! / far) * heat;
    ys[index]! += (dy[index]! / far) * heat;
  }
}

function scaleToUnit(ids: readonly string[], xs: readonly number[], ys: readonly number[]): PlacedNote[] {
  const unit = (values: readonly number[]) => {
    const least = Math.min(...values);
    const span = Math.max(...values) - least || 1;
    return (value: number) => (value - least) / span;
  };
  const [x, y] = [unit(xs), unit(ys)];
  return ids.map((id, index) => ({ id, x: x(xs[index]!), y: y(ys[index]!) }));
}
