/** A limit that is bound for each run. With a bare `?`, SQLite would plan the statement again every time. */
export const BOUND_LIMIT = "LIMIT ? + 0";
