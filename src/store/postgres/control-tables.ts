/** Error code with which `as_believed` ends a transaction. */
export const WRONG_ASSUMPTION = 'NF001';

/**
 * Tables and functions that only PostgreSQL needs: index texts, the log of changes for other nodes, bytes of files, and
 * the function that fails a transaction whose assumptions are wrong. A trigger logs revoked keys, whoever deletes them.
 * `commits_since` is a function because a statement that was planned while the log was short would scan all of it later.
 */
export const POSTGRES_TABLES = `
CREATE OR REPLACE FUNCTION as_believed(is_so BOOLEAN) RETURNS BOOLEAN LANGUAGE plpgsql AS $$ BEGIN
  IF is_so THEN RETURN true; END IF;
  RAISE EXCEPTION 'something is not as it was believed to be' USING ERRCODE = '${WRONG_ASSUMPTION}';
END $$;
ALTER TABLE catalog_tables ADD COLUMN IF NOT EXISTS place BIGINT GENERATED ALWAYS AS IDENTITY;
ALTER TABLE catalog_columns ADD COLUMN IF NOT EXISTS place BIGINT GENERATED ALWAYS AS IDENTITY;
CREATE TABLE IF NOT EXISTS catalog_indexes (name TEXT PRIMARY KEY, sql TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY,
  transaction BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  at TIMESTAMPTZ NOT NULL DEFAULT now(), node TEXT NOT NULL, number BIGINT, versions TEXT, changes TEXT NOT NULL
);
ALTER TABLE changes ADD COLUMN IF NOT EXISTS number BIGINT;
ALTER TABLE changes ADD COLUMN IF NOT EXISTS versions TEXT;
ALTER TABLE changes DROP CONSTRAINT IF EXISTS changes_pkey;
DROP INDEX IF EXISTS changes_by_age;
CREATE UNIQUE INDEX IF NOT EXISTS changes_by_number ON changes (node, number);
CREATE INDEX IF NOT EXISTS changes_by_transaction ON changes (transaction);
CREATE OR REPLACE FUNCTION commits_since(with_records int, since bigint, were_running text, own_node text)
  RETURNS TABLE (snapshot text, commit_id bigint, commit_versions text, commit_changes text)
  LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$ BEGIN
  RETURN QUERY SELECT pg_current_snapshot()::text, c.id, c.versions, c.changes FROM (SELECT 1) AS one LEFT JOIN (
    SELECT l.id, l.node, l.versions, CASE WHEN with_records = 1 THEN l.changes END AS changes
      FROM changes AS l WHERE l.transaction >= since
    UNION ALL
    SELECT l.id, l.node, l.versions, CASE WHEN with_records = 1 THEN l.changes END
      FROM changes AS l WHERE l.transaction = ANY (string_to_array(were_running, ',')::bigint[])
  ) AS c ON c.node <> own_node ORDER BY c.id;
END $$;
CREATE OR REPLACE FUNCTION log_change_of_keys() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO changes (node, versions, changes) VALUES ('', '[["keyring", "", 0]]', '[]');
  RETURN NULL;
END $$;
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = 'keyring'::regclass AND tgname = 'keyring_changed') THEN
    CREATE TRIGGER keyring_changed AFTER DELETE OR UPDATE OF person, value, expires ON keyring
      FOR EACH ROW EXECUTE FUNCTION log_change_of_keys();
  END IF;
END $$;
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
