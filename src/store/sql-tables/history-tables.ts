/**
 * Records that were deleted together with another record. They are restored or purged together with it. Entities are
 * physical table names.
 */
export const DELETED_TOGETHER_TABLES = `
CREATE TABLE IF NOT EXISTS along (
  entity TEXT NOT NULL, record TEXT NOT NULL, of_entity TEXT NOT NULL, of_record TEXT NOT NULL,
  PRIMARY KEY (entity, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS along_with ON along (of_record);
`;
