import { problemOf, type Check } from "../check.ts";

export const checkModels: Check = {
  name: "models",
  sound: "at most one model is served, and at most one is next",
  find: ({ db }) => [
    ...problemOf(
      "models with an unknown role or listing",
      db
        .prepare(
          `SELECT name AS example FROM models WHERE role NOT IN ('serving', 'next', 'leaving', 'left')
           OR listed_to < 0 OR list_until < 0`,
        )
        .all(),
    ),
    ...problemOf(
      "roles that several models have",
      db
        .prepare(
          "SELECT role AS example FROM models WHERE role IN ('serving', 'next') GROUP BY role HAVING count(*) > 1",
        )
        .all(),
    ),
  ],
};
