import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { orderText } from '../../bench/size/order-document.ts';
import { FILTERS } from '../../src/engine/compile/saved-filters.ts';
import type { CompiledScreen } from '../../src/engine/compiled/compiled-model.ts';
import type { Schema } from '../../src/model/lookups/schema.ts';
import { SCREEN_KINDS } from '../../src/model/types/screen-kinds.ts';
import type { Store } from '../../src/store/core/store.ts';
import type { Connections } from '../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../src/store/postgres/postgres-store.ts';
import { numbered } from '../../src/store/postgres/statement-names.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { exampleText, startServer } from '../support/http/server.ts';

const EXAMPLES = readdirSync(join(import.meta.dirname, '..', '..', 'examples')).filter((name) => name.endsWith('.md'));

const documents = [
  ['orders', `${orderText}${people()}`] as const,
  [
    'orders in two states',
    `${orderText.replace('`status == Open` |', '`status in [Open, Packed]` |')}${people()}`,
  ] as const,
  ['orders by several fields', inSeveralOrders(orderText)] as const,
  [
    'orders by several fields, in two states',
    inSeveralOrders(orderText).replace('`status == Open` |', '`status in [Open, Packed]` |'),
  ] as const,
  [
    'orders by several fields, in all states but two',
    inSeveralOrders(orderText).replace('`status == Open` |', '`status not in [Sent, Cancelled]` |'),
  ] as const,
  ...EXAMPLES.map((name) => [name, exampleText(name)] as const),
];

/** Lists that are sorted after they are read, and why. */
const SORTED: ReadonlyMap<string, string> = new Map<string, string>([
  ['helpdesk.md /my', 'SQLite finds one’s own tickets and those that one watches by two indexes'],
  ['helpdesk.md /attachments', 'it begins with the tickets of the person, which are few'],
  ['invoices.md /settings/profile', 'at most one record is found by a unique field'],
  ...['/calendar', '/feedback', '/jobs', '/projects', '/shared'].map(
    (route) => [`tasks.md ${route}`, 'for a client it begins with their projects, which are few'] as const,
  ),
]);

/** Orders whose second and third field may be empty, in both directions. */
function inSeveralOrders(text: string): string {
  const orders = ['priority, dueOn', 'customer, -dueOn', '-amount, reference, -dueOn', 'dueOn, -reference, createdAt'];
  const sorted = orders.reduce((done, order) => done.replace(/^- Sort: -?\w+$/m, `- Sort: ${order}`), text);
  return `${sorted}${people()}`;
}

/** Someone of each role. */
function people(): string {
  return `
## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Sam | sam@example.com | Seller |
| Bea | bea@example.com | Boss |
`;
}

/** The statements that read a page of a list, each with the list and the role for which it was sent. */
type Statements = ReadonlyMap<string, string>;

/** Asks for every list that a document states, as everybody in its sample data, and returns the statements sent. */
async function statementsOf(text: string, store: Store, sent: string[]): Promise<Statements> {
  const server = await startServer(text, { store });
  const found = new Map<string, string>();
  try {
    const { body } = await server.guest.get<{ people: { title: string }[] }>('/_/app');
    for (const { title } of body.people) {
      const caller = await server.as(title);
      const { screens, schema } = server.runtime.current().compiled;
      for (const compiled of screens.values())
        for (const query of queriesOf(compiled, schema, caller.id)) {
          sent.length = 0;
          const { status } = await caller.get(`/_/list?screen=${encodeURIComponent(compiled.screen.id)}${query}`);
          if (status !== 200) continue;
          for (const sql of sent.filter(isPage)) found.set(sql, compiled.screen.route);
        }
    }
    return found;
  } finally {
    await server.stop();
  }
}

const isPage = (sql: string): boolean => /^\(?SELECT r\.id\b.*\bORDER BY\b.*\bLIMIT\b/s.test(sql);

/**
 * The list as it opens, and with each of its filters on; of a board, the column of its last option, or of this person if
 * it is by a person.
 */
function queriesOf({ screen }: CompiledScreen, schema: Schema, person: string): readonly string[] {
  if (SCREEN_KINDS[screen.kind].shows !== 'records') return [];
  const type =
    screen.by === null ? undefined : schema.entities.get(screen.entity ?? '')?.attributes.get(screen.by)?.type;
  const by = type?.kind === 'choice' ? (type.options.at(-1)?.name ?? '') : person;
  const column = screen.kind === 'board' && screen.by !== null ? `&${screen.by}=${encodeURIComponent(by)}` : '';
  return ['', ...screen.filters.map(({ id }) => `&${FILTERS}=${encodeURIComponent(id)}`)].map((each) => each + column);
}

/** Fails for the first statement whose plan sorts rows, unless the reason is known. */
async function assertInOrder(
  name: string,
  statements: Statements,
  plan: (sql: string) => Promise<string> | string,
  sorts: RegExp,
): Promise<void> {
  for (const [sql, route] of statements) {
    if (SORTED.has(`${name} ${route}`)) continue;
    const steps = await plan(sql);
    assert.doesNotMatch(steps, sorts, `${name} ${route}: ${sql}`);
  }
}

for (const [name, text] of documents)
  test(`SQLite reads every list that ${name} states in the order of an index`, async () => {
    const folder = mkdtempSync(join(quickFolder, 'ninefold-lists-'));
    const sent: string[] = [];
    const store = await openSqlite({ folder, trace: (sql) => void sent.push(sql) });
    const raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
    raw.function('count_scanned_row', () => 1);
    const plan = (sql: string) => {
      const places = sql.match(/\?/g)?.length ?? 0;
      const steps = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array<number>(places).fill(1));
      return steps.map(({ detail }) => String(detail)).join('; ');
    };
    try {
      const statements = await statementsOf(text, store, sent);
      assert.ok(statements.size > 0 || name === 'seed.md');
      await assertInOrder(name, statements, plan, /USE TEMP B-TREE FOR (?:LAST .*)?ORDER BY|SCAN r$|SCAN r;/);
    } finally {
      raw.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

for (const [name, text] of documents)
  test(`PostgreSQL reads every list that ${name} states in the order of an index`, async (context) => {
    const database = await testPostgres();
    if (database.url === null) return context.skip(`it needs a server: ${database.what}`);
    const schema = freshSchema();
    const sent: string[] = [];
    const store = await openPostgresOver(listening(database.connections(schema), sent), schema);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Tables of few rows are scanned and sorted, unless that costs more than anything else.
    await client.query(
      `SET search_path TO ${schema}; SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET enable_incremental_sort = on; SET plan_cache_mode = force_generic_plan`,
    );
    const plan = async (sql: string) => {
      await client.query('DEALLOCATE ALL');
      await client.query(`PREPARE stated AS ${numbered(sql)}`);
      const { rows } = await client.query<{ types: string }>(
        `SELECT coalesce(array_length(parameter_types, 1), 0) AS types FROM pg_prepared_statements WHERE name = 'stated'`,
      );
      const values = Array<string>(Number(rows[0]?.types ?? 0)).fill('NULL');
      const given = values.length === 0 ? '' : `(${values.join(', ')})`;
      const explained = await client.query<string[]>({ text: `EXPLAIN EXECUTE stated${given}`, rowMode: 'array' });
      return explained.rows.map(([line]) => line).join('\n');
    };
    try {
      const statements = await statementsOf(text, store, sent);
      assert.ok(statements.size > 0 || name === 'seed.md');
      await assertInOrder(name, statements, plan, /^\s*(?:-> +)?(?:Incremental )?Sort {2}\(cost/m);
    } finally {
      await client.end();
      await store.close();
      await database.drop(schema);
    }
  });

function listening(connections: Connections, sent: string[]): Connections {
  return {
    ...connections,
    acquire: async (sending) => {
      const { connection, release } = await connections.acquire(sending);
      const ask: typeof connection.ask = (step) => {
        sent.push(step.sql);
        return connection.ask(step);
      };
      return { connection: { ...connection, ask }, release };
    },
  };
}
