/**
 * The version of the analysis of texts by which terms were written. While `target` is a later one, notes with a seq
 * above `written_to`, up to `list_until`, still have terms of `version`.
 */
export const analysis = `
CREATE TABLE analysis (
  version INTEGER NOT NULL,
  target INTEGER NOT NULL,
  written_to INTEGER NOT NULL,
  list_until INTEGER NOT NULL
) STRICT;
INSERT INTO analysis SELECT version, version, 0, 0 FROM (
  SELECT CASE WHEN EXISTS (SELECT 1 FROM notes) THEN 1 ELSE 2 END AS version
);
`;
