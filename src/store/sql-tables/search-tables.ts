/**
 * The words of searched fields, each preceded by its column, with the record. The index only narrows a search; whether
 * a record matches is decided on its own row. Words of new records may be due for a while, as one list per record: that
 * writes one page, whereas indexing writes one or more pages for each word.
 */
export const WORD_TABLES = `
CREATE TABLE IF NOT EXISTS words (
  word TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (word, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS words_due (
  id INTEGER PRIMARY KEY NOT NULL, record TEXT NOT NULL, words TEXT NOT NULL
) STRICT;
`;
