/**
 * The words of searched fields, each with the column that it stands in before it, by record. It only narrows where a
 * search looks: whether a record is found shows by its own row. Those of new records may be due for a while: a list of them
 * for each record, which costs one page where they stand in one place, and else one or more for each word.
 */
export const WORD_TABLES = `
CREATE TABLE IF NOT EXISTS words (
  word TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (word, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS words_due (
  id INTEGER PRIMARY KEY NOT NULL, record TEXT NOT NULL, words TEXT NOT NULL
) STRICT;
`;
