/** State of outgoing calls; the calls themselves are in the outbox, with the same ids. */
export const DELIVERY_TABLES = `
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, body TEXT, person TEXT, attempts INTEGER NOT NULL, due INTEGER NOT NULL,
  claimed INTEGER NOT NULL, state TEXT NOT NULL, problem TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due) WHERE state = 'waiting';
`;
