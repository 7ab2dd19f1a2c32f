import pg from 'pg';
import type { Asked, Data, StoredPerson, Tables } from './baseline-data.ts';
import { CLAIM_INSERT, INDEXES, type StoredClaim, type StoredLine, TABLES, WITH_OWNER } from './baseline-store.ts';
import type { Claim, Person } from './claims.ts';

/** The same tables in a schema of PostgreSQL. */
export interface At {
  readonly url: string;
  readonly schema: string;
}

function poolAt({ url, schema }: At): pg.Pool {
  const getTypeParser = (id: number, format?: 'text' | 'binary') =>
    id === 20 ? Number : pg.types.getTypeParser(id, format as 'text');
  const types = { getTypeParser: getTypeParser as typeof pg.types.getTypeParser };
  return new pg.Pool({ connectionString: url, max: 10, options: `-c search_path=${schema}`, types });
}

/** Fills it with the rows that every server of the run gets. */
export async function seedPostgres(at: At, people: readonly Person[], claims: Iterable<Claim>, now: number) {
  const pool = poolAt(at);
  const inPostgres = (sql: string) =>
    sql
      .replaceAll(' STRICT', '')
      .replaceAll('INTEGER PRIMARY KEY', 'BIGSERIAL PRIMARY KEY')
      .replaceAll('INTEGER', 'BIGINT');
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${at.schema}; ${inPostgres(TABLES)}; ${INDEXES}`);
  const rows = [...claims];
  await insertMany(
    pool,
    'employee (id, name, email, manager, role)',
    people.map(({ id, name, email, manager, role }) => [id, name, email, manager, role]),
  );
  await insertMany(
    pool,
    CLAIM_INSERT,
    rows.map(({ id, title, owner, category, spentOn, status, lines, note, submittedAt, paidAt }) => {
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      return [
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
      ];
    }),
  );
  await insertMany(
    pool,
    'line (id, claim, position, what, amount)',
    rows.flatMap(({ id, lines }) => lines.map((line, position) => [line.id, id, position, line.what, line.amount])),
  );
  // What a database does by itself within its first minutes, for the tables of both servers.
  await pool.query('VACUUM (ANALYZE)');
  await pool.end();
}

const TOGETHER = 1_000;

async function insertMany(
  pool: pg.Pool,
  into: string,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const some = rows.slice(from, from + TOGETHER);
    const places = some.map((_, row) => `(${first.map((_cell, at) => `$${row * first.length + at + 1}`).join(', ')})`);
    await pool.query(`INSERT INTO ${into} VALUES ${places.join(', ')}`, some.flat());
  }
}

/** Everything prepared once a connection, and a connection for each transaction. */
export function dataAt(at: At): Data {
  const pool = poolAt(at);
  const transaction: Data['transaction'] = async (work) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
      const { keep, result } = await work(tablesOver(client));
      await client.query(keep ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
  return { ...tablesOver(pool), transaction: again(transaction) };
}

/** Whoever met another writer tries once more, as everybody must who wants to be told nothing wrong. */
function again(once: Data['transaction']): Data['transaction'] {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(work);
      } catch (error) {
        if (attempt > 20 || (error as { code?: string }).code !== '40001') throw error;
      }
    }
  };
}

type Ask = Pick<pg.Pool | pg.PoolClient, 'query'>;

function tablesOver(ask: Ask): Tables {
  const rows = async <Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await ask.query({ name, text, values: [...values] })).rows as Row[];
  const given = ({ me, isManager, isFinance, status }: Asked) => [me, isManager, isFinance, status];
  const mine = `(c.owner = $1 OR ($2 AND c.owner IN (SELECT id FROM employee WHERE manager = $1)) OR ($3 AND c.status <> 'Draft'))`;
  const live = 'c.deleted_at IS NULL AND c.status = $4';
  return {
    person: async (id) =>
      (await rows<StoredPerson>('person', 'SELECT id, name, manager, role FROM employee WHERE id = $1', [id]))[0],
    claim: async (id) =>
      (await rows<StoredClaim>('claim', `${WITH_OWNER} WHERE c.id = $1 AND c.deleted_at IS NULL`, [id]))[0],
    lines: (id) =>
      rows<StoredLine>('lines', 'SELECT id, claim, what, amount FROM line WHERE claim = $1 ORDER BY position', [id]),
    linesOfAll: (ids) =>
      rows<StoredLine>(
        'lines of all',
        'SELECT id, claim, what, amount FROM line WHERE claim = ANY($1) ORDER BY claim, position',
        [ids],
      ),
    list: (asked) =>
      rows<StoredClaim>(
        'list',
        `${WITH_OWNER} WHERE ${live} AND ${mine} AND (c.submitted_at, c.id) > ($5, $6) ORDER BY c.submitted_at, c.id LIMIT $7`,
        [...given(asked), asked.at, asked.id, asked.limit],
      ),
    count: async (asked) => {
      const [found] = await rows<{ count: number }>(
        'count',
        `SELECT count(*) AS count FROM (SELECT 1 FROM claim c WHERE ${live} AND ${mine} LIMIT 1001) AS found`,
        given(asked),
      );
      return found?.count ?? 0;
    },
    insertClaim: (cells) => rows('insert claim', `INSERT INTO ${CLAIM_INSERT} VALUES (${places(16)})`, cells),
    insertLine: (cells) =>
      rows('insert line', `INSERT INTO line (id, claim, position, what, amount) VALUES (${places(5)})`, cells),
    updateClaim: (cells) =>
      rows(
        'update claim',
        'UPDATE claim SET title = $1, category = $2, spent_on = $3, note = $4, changed_at = $5, changed_by = $6 WHERE id = $7',
        cells,
      ),
    updateState: (cells) =>
      rows(
        'update state',
        'UPDATE claim SET status = $1, submitted_at = $2, refusal = $3, changed_at = $4, changed_by = $5 WHERE id = $6 AND status = $7',
        cells,
      ),
    insertInbox: (cells) =>
      rows('insert inbox', `INSERT INTO inbox (person, claim, at, event) VALUES (${places(4)})`, cells),
    insertHistory: (cells) =>
      rows('insert history', `INSERT INTO history (claim, at, person, event, changes) VALUES (${places(5)})`, cells),
  };
}

const places = (count: number): string => Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ');
