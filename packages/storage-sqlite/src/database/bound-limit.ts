/** Given for each run. SQLite would plan the statement again every time if the parameter stood by itself. */
export const BOUND_LIMIT = "LIMIT ? + 0";
