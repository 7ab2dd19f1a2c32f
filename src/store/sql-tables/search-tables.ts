/**
 * Rows whose search words changed since they were indexed, by the number of the row in the table `owner` (SQLite only).
 * Noting a row writes one page, whereas indexing rewrites the ends of the index; hundreds of rows cost little more.
 */
export const DUE_TABLE = `
CREATE TABLE IF NOT EXISTS words_due (owner TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (owner, n)) STRICT, WITHOUT ROWID
`;
