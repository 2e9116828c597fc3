import type { NoteStance, StanceInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import { addEntry } from "./add-entry.ts";
import { stanceView } from "./note-stance.ts";

/**
 * Adds a stance in which the given fields replace the last ones; nothing when none differs. CONFLICT while an outcome
 * stands: what was thought before must not change after the fact.
 */
export async function setStance(
  ctx: ServiceContext,
  { id, ...fields }: StanceInput & { readonly id: string },
): Promise<NoteStance> {
  const log = await addEntry(ctx, id, (present) => {
    if (present.outcome !== null)
      throw conflict("The outcome of this note is recorded; withdraw it before you change the stance.");
    const next = {
      ...present,
      confidence: fields.confidence ?? present.confidence,
      expects: fields.expects ?? present.expects,
      review_on: fields.review_on === undefined ? present.review_on : fields.review_on,
    };
    const isSame =
      next.confidence === present.confidence &&
      next.expects === present.expects &&
      next.review_on === present.review_on;
    return isSame ? null : { ...next, kind: "stance" };
  });
  return stanceView(log);
}
