/** Slots of notes, ascending, with a number each. */
export interface Matches {
  readonly slots: Int32Array;
  readonly values: Float64Array;
}

/** Returns the slots that are in all lists, with the sums of their values. */
export function intersect(lists: readonly Matches[]): Matches {
  if (lists.length === 1) return lists[0]!;
  const rarest = lists.reduce((one, other) => (other.slots.length < one.slots.length ? other : one));
  const slots = new Int32Array(rarest.slots.length);
  const values = new Float64Array(rarest.slots.length);
  const places = lists.map(() => 0);
  let size = 0;
  next: for (const slot of rarest.slots) {
    let sum = 0;
    for (let index = 0; index < lists.length; index++) {
      const list = lists[index]!;
      const place = lowerBound(list.slots, slot, places[index]!);
      places[index] = place;
      if (list.slots[place] !== slot) continue next;
      sum += list.values[place]!;
    }
    slots[size] = slot;
    values[size++] = sum;
  }
  return { slots: slots.subarray(0, size), values: values.subarray(0, size) };
}

/** Returns the slots that are in any list, with the sums of their values; `size` is above every slot. */
export function unite(lists: readonly Matches[], size: number): Matches {
  if (lists.length === 1) return lists[0]!;
  const sums = new Float64Array(size);
  let count = 0;
  for (const { slots, values } of lists) {
    for (let index = 0; index < slots.length; index++) {
      if (sums[slots[index]!] === 0) count++;
      sums[slots[index]!]! += values[index]!;
    }
  }
  return collectMatches(sums, count);
}

/** Returns the value of a slot, 0 when it is not in the list. */
export function valueAt({ slots, values }: Matches, slot: number): number {
  const place = lowerBound(slots, slot, 0);
  return slots[place] === slot ? values[place]! : 0;
}

/** Returns the `slots` that are wanted, both ascending; `valueOf` gives the value at a place. */
export function among(slots: Int32Array, wantedSlots: Int32Array, valueOf: (place: number) => number): Matches {
  const foundSlots = new Int32Array(wantedSlots.length);
  const values = new Float64Array(wantedSlots.length);
  let [size, place] = [0, 0];
  for (const slot of wantedSlots) {
    place = lowerBound(slots, slot, place);
    if (slots[place] !== slot) continue;
    foundSlots[size] = slot;
    values[size++] = valueOf(place);
  }
  return { slots: foundSlots.subarray(0, size), values: values.subarray(0, size) };
}

export function filterMatches({ slots, values }: Matches, isWanted: (slot: number, value: number) => boolean): Matches {
  const keptSlots = new Int32Array(slots.length);
  const keptValues = new Float64Array(slots.length);
  let size = 0;
  for (let index = 0; index < slots.length; index++) {
    if (!isWanted(slots[index]!, values[index]!)) continue;
    keptSlots[size] = slots[index]!;
    keptValues[size++] = values[index]!;
  }
  return { slots: keptSlots.subarray(0, size), values: keptValues.subarray(0, size) };
}

/** Collects the `count` slots with a sum other than 0, which no score is. */
function collectMatches(sums: Float64Array, count: number): Matches {
  const slots = new Int32Array(count);
  const values = new Float64Array(count);
  let size = 0;
  for (let slot = 0; size < count; slot++) {
    if (sums[slot] === 0) continue;
    slots[size] = slot;
    values[size++] = sums[slot]!;
  }
  return { slots, values };
}

/** Returns the first place from `from` on whose slot is not below `slot`, by galloping search. */
export function lowerBound(slots: Int32Array, slot: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < slots.length && slots[low + step]! < slot) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, slots.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
