/**
 * The targets of fields with several references, one row for each target, of live records only: the column of the
 * field, the target and the referring record. The fields themselves hold the references in order; this table finds the
 * referring records of a target.
 */
export const LINK_TABLES = `
CREATE TABLE IF NOT EXISTS links (
  field TEXT NOT NULL, target TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (field, target, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS links_of_record ON links (record);
`;
