/** Tables of the keyring. */
export const KEYRING_TABLES = `
CREATE TABLE IF NOT EXISTS keyring (
  kind TEXT NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, value TEXT NOT NULL, made INTEGER NOT NULL,
  used INTEGER NOT NULL, expires INTEGER, PRIMARY KEY (kind, name)
) STRICT;
CREATE INDEX IF NOT EXISTS keyring_of_person ON keyring (person, kind);
CREATE TABLE IF NOT EXISTS attempts (name TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS attempts_by_name ON attempts (name, at);
`;
