/** Comments on records. A deleted comment has no text. */
export const COMMENT_TABLES = `
CREATE TABLE IF NOT EXISTS comments (
  id TEXT PRIMARY KEY NOT NULL, entity TEXT NOT NULL, record TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL,
  acting INTEGER NOT NULL, text TEXT, changed INTEGER, deleted INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS comments_of_record ON comments (record, at, id);
`;
