import { OPERATION_STATES } from "@knote/api";
import { OPERATION_KINDS } from "@knote/contract";
import { lossOf, problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import { quoteList } from "../quote-list.ts";

/** Without its entry or one of its notes, an operation cannot be undone: what is left of it is removed. */
export const checkOperations: Check = {
  name: "operations",
  sound: "every merge and split has a known state, its steps and all of its notes",
  find({ db }) {
    const all = (query: string) => db.prepare(query).all();
    return [
      ...problemOf(
        "merges and splits that cannot be read",
        all(
          `SELECT id AS example FROM operations WHERE kind NOT IN (${quoteList(OPERATION_KINDS)})
             OR state NOT IN (${quoteList(OPERATION_STATES)}) OR julianday(at) IS NULL OR NOT json_valid(plan)
             OR (lease_until > 0) <> (state IN ('running', 'undoing', 'refusing'))`,
        ),
      ),
      ...problemOf(
        "notes of another user's merge or split",
        all(
          `SELECT n.note AS example FROM operation_notes n JOIN operations o USING (operation) WHERE n.user <> o.user`,
        ),
      ),
      ...lossOf(
        "merges and splits without all of their notes",
        all(
          `SELECT o.operation, o.id AS example FROM operations o LEFT JOIN operation_notes n USING (operation)
           GROUP BY o.operation HAVING count(n.place) <> o.notes`,
        ),
        (database, rows) => {
          const remove = database.prepare("DELETE FROM operations WHERE operation = ?");
          inBatches(database, rows, (row) => void remove.run(row["operation"] as number));
        },
      ),
      ...lossOf(
        "notes of a merge or split that is gone",
        all(
          `SELECT n.operation, n.place, n.note AS example FROM operation_notes n LEFT JOIN operations o USING (operation)
           WHERE o.operation IS NULL`,
        ),
        (database, rows) => {
          const remove = database.prepare("DELETE FROM operation_notes WHERE operation = ? AND place = ?");
          inBatches(database, rows, (row) => void remove.run(row["operation"] as number, row["place"] as number));
        },
      ),
    ];
  },
};
