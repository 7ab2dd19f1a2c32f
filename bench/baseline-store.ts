import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Claim, Person } from './claims.ts';

/** What a developer would write for this one product: its tables, its indexes, its statements. */
export const TABLES = `
CREATE TABLE IF NOT EXISTS employee (
  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, manager TEXT, role TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS claim (
  id TEXT PRIMARY KEY NOT NULL, created_at INTEGER NOT NULL, created_by TEXT, changed_at INTEGER NOT NULL,
  changed_by TEXT, deleted_at INTEGER, title TEXT NOT NULL, owner TEXT NOT NULL, category TEXT NOT NULL,
  spent_on TEXT NOT NULL, total INTEGER NOT NULL, receipt TEXT, note TEXT, submitted_at INTEGER, paid_at INTEGER,
  refusal TEXT, status TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS line (
  id TEXT PRIMARY KEY NOT NULL, claim TEXT NOT NULL, position INTEGER NOT NULL, what TEXT NOT NULL, amount INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS history (
  id INTEGER PRIMARY KEY, claim TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, event TEXT NOT NULL, changes TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS inbox (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, claim TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL
) STRICT;
`;

export const INDEXES = `
CREATE INDEX IF NOT EXISTS employee_by_manager ON employee (manager);
CREATE INDEX IF NOT EXISTS claim_by_owner ON claim (owner, created_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS claim_by_status ON claim (status, submitted_at, id, owner) WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS claim_by_age ON claim (created_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS line_by_claim ON line (claim, position);
CREATE INDEX IF NOT EXISTS history_by_claim ON history (claim, id);
CREATE INDEX IF NOT EXISTS inbox_by_person ON inbox (person, id);
`;

const FIELDS =
  'title, owner, category, spent_on, total, receipt, note, submitted_at, paid_at, refusal, status, created_at, created_by';

export interface StoredClaim {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly category: string;
  readonly spent_on: string;
  readonly total: number;
  readonly receipt: string | null;
  readonly note: string | null;
  readonly submitted_at: number | null;
  readonly paid_at: number | null;
  readonly refusal: string | null;
  readonly status: string;
  readonly created_at: number;
  readonly created_by: string | null;
  readonly owner_name: string;
  readonly owner_manager: string | null;
  readonly creator_name: string | null;
}

export interface StoredLine {
  readonly id: string;
  readonly claim: string;
  readonly what: string;
  readonly amount: number;
}

export function openBaseline(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'baseline.sqlite'), { timeout: 5000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
    ${TABLES}
    ${INDEXES}`);
  return database;
}

/** Fills it with the rows that every server of the run gets. */
export function seedBaseline(folder: string, people: readonly Person[], claims: Iterable<Claim>, now: number): void {
  const database = openBaseline(folder);
  const employee = database.prepare('INSERT INTO employee (id, name, email, manager, role) VALUES (?, ?, ?, ?, ?)');
  const { insertClaim, insertLine } = statementsOf(database);
  database.exec('BEGIN');
  for (const { id, name, email, manager, role } of people) employee.run(id, name, email, manager, role);
  for (const { id, title, owner, category, spentOn, status, lines, note, submittedAt, paidAt } of claims) {
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    insertClaim.run(
      id,
      now,
      null,
      now,
      null,
      title,
      owner,
      category,
      spentOn,
      total,
      null,
      note,
      submittedAt,
      paidAt,
      null,
      status,
    );
    for (const [position, line] of lines.entries()) insertLine.run(line.id, id, position, line.what, line.amount);
  }
  database.exec('COMMIT');
  database.close();
}

export const WITH_OWNER = `SELECT c.id, ${FIELDS.split(', ')
  .map((name) => `c.${name}`)
  .join(', ')}, o.name AS owner_name, o.manager AS owner_manager, m.name AS creator_name
  FROM claim c JOIN employee o ON o.id = c.owner LEFT JOIN employee m ON m.id = c.created_by`;

export const CLAIM_INSERT = `claim (id, created_at, created_by, changed_at, changed_by, title, owner, category, spent_on, total,
  receipt, note, submitted_at, paid_at, refusal, status)`;

/** Everything prepared once. Lists of a team go from the status, as the screen of a manager asks. */
export function statementsOf(database: DatabaseSync) {
  const team = '$isManager AND c.owner IN (SELECT id FROM employee WHERE manager = $me)';
  const mine = `(c.owner = $me OR (${team}) OR ($isFinance AND c.status <> $draft))`;
  const live = 'c.deleted_at IS NULL AND c.status = $status';
  return {
    person: database.prepare('SELECT id, name, manager, role FROM employee WHERE id = ?'),
    claim: database.prepare(`${WITH_OWNER} WHERE c.id = ? AND c.deleted_at IS NULL`),
    lines: database.prepare('SELECT id, claim, what, amount FROM line WHERE claim = ? ORDER BY position'),
    linesOfAll: database.prepare(
      'SELECT id, claim, what, amount FROM line WHERE claim IN (SELECT value FROM json_each(?)) ORDER BY claim, position',
    ),
    list: database.prepare(
      `${WITH_OWNER} WHERE ${live} AND ${mine} AND (c.submitted_at, c.id) > ($at, $id) ORDER BY c.submitted_at, c.id LIMIT $limit`,
    ),
    count: database.prepare(
      `SELECT count(*) AS count FROM (SELECT 1 FROM claim c WHERE ${live} AND ${mine} LIMIT 1001)`,
    ),
    insertClaim: database.prepare(
      `INSERT INTO ${CLAIM_INSERT} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertLine: database.prepare('INSERT INTO line (id, claim, position, what, amount) VALUES (?, ?, ?, ?, ?)'),
    updateClaim: database.prepare(
      'UPDATE claim SET title = ?, category = ?, spent_on = ?, note = ?, changed_at = ?, changed_by = ? WHERE id = ?',
    ),
    updateState: database.prepare(
      'UPDATE claim SET status = ?, submitted_at = ?, refusal = ?, changed_at = ?, changed_by = ? WHERE id = ? AND status = ?',
    ),
    insertInbox: database.prepare('INSERT INTO inbox (person, claim, at, event) VALUES (?, ?, ?, ?)'),
    insertHistory: database.prepare('INSERT INTO history (claim, at, person, event, changes) VALUES (?, ?, ?, ?, ?)'),
  };
}
