/** What only this database has: the texts of our indexes, changes for the other nodes, and the bytes of files. */
export const POSTGRES_TABLES = `
ALTER TABLE catalog_tables ADD COLUMN IF NOT EXISTS place BIGINT GENERATED ALWAYS AS IDENTITY;
ALTER TABLE catalog_columns ADD COLUMN IF NOT EXISTS place BIGINT GENERATED ALWAYS AS IDENTITY;
CREATE TABLE IF NOT EXISTS catalog_indexes (name TEXT PRIMARY KEY, sql TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  at TIMESTAMPTZ NOT NULL DEFAULT now(), node TEXT NOT NULL, changes TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS changes_by_transaction ON changes (transaction);
CREATE INDEX IF NOT EXISTS changes_by_age ON changes (at);
CREATE TABLE IF NOT EXISTS file_parts (
  disk TEXT NOT NULL, part INTEGER NOT NULL, bytes BYTEA NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (disk, part)
);
ALTER TABLE file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
DO $$ BEGIN
  IF to_regclass('file_bytes') IS NOT NULL THEN
    INSERT INTO file_parts (disk, part, bytes) SELECT disk, 0, bytes FROM file_bytes ON CONFLICT DO NOTHING;
    DROP TABLE file_bytes;
  END IF;
END $$;
`;
