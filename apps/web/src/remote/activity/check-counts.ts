export interface Counts {
  readonly total_notes: number;
  readonly total_links: number;
}

/** Has all read again when there are other notes or links than at the last look: bringing one back is told by no event. */
export function createCountCheck(parts: {
  readonly count: () => Promise<Counts>;
  readonly readAgain: () => void;
}): () => Promise<void> {
  let known: string | null = null;
  return async () => {
    const { total_notes: notes, total_links: links } = await parts.count();
    const now = `${notes} ${links}`;
    if (now !== known) parts.readAgain();
    known = now;
  };
}
