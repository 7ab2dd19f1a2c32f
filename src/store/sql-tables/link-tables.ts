/**
 * The records that fields of several lead to, one row each, of live records alone: whose field it is by its column, and
 * from which record. The fields themselves hold them in order; this is how one gets back from what they lead to.
 */
export const LINK_TABLES = `
CREATE TABLE IF NOT EXISTS links (
  field TEXT NOT NULL, target TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (field, target, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS links_of_record ON links (record);
`;
