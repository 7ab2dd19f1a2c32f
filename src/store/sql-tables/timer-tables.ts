/** When records entered their states, and when timers are due. Names are physical, except those of timers. */
export const TIMER_TABLES = `
CREATE TABLE IF NOT EXISTS stays (
  entity TEXT NOT NULL, record TEXT NOT NULL, machine TEXT NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (entity, record, machine)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS timers (
  entity TEXT NOT NULL, record TEXT NOT NULL, timer TEXT NOT NULL, machine TEXT NOT NULL, due INTEGER, fired INTEGER,
  problem TEXT, PRIMARY KEY (entity, record, timer)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS timers_due ON timers (due) WHERE due IS NOT NULL;
`;
