import { EmptyState } from "../../kit/ui/states.tsx";

/** Takes the place of the notes of a time before the first one. */
export function NoNotesThen() {
  return <EmptyState title="No notes then">Nothing had been written that is not deleted now.</EmptyState>;
}
