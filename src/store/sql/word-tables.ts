/**
 * The words of searched fields, each with the column that it stands in before it, by record. It only narrows where a
 * search looks: whether a record is found shows by its own row.
 */
export const WORD_TABLES = `
CREATE TABLE IF NOT EXISTS words (
  word TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (word, record)
) STRICT, WITHOUT ROWID;
`;
