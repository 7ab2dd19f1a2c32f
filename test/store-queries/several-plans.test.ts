import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { DbStatement } from '../../src/store/core/db-program.ts';
import type { SqlValue } from '../../src/store/core/storage.ts';
import type { Connections } from '../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../src/store/postgres/postgres-store.ts';
import { numbered } from '../../src/store/postgres/statement-names.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { type Caller, startServer } from '../support/http/server.ts';

/** Jobs that people watch, notes on them, and letters to people of a team. */
const JOBS = `# Specification: Jobs

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in
- team: Team

### Team

- name: text, required, title

### Job

- title: text, required, title
- watchers: set of Person
- helpers: set of Person

### Note

- text: text, required, title
- job: Job

### Letter

- text: text, required, title
- watchers: set of Person

### Paper

- text: text, required, title
- watchers: set of Person

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Job: read, create | \`me in watchers or me in helpers\` |
| Note: read, create | \`me in job.watchers\` |
| Letter: read, create | \`watchers.exists(w, w.team == me.team)\` |
| Paper: read, create | yes |
| Person: read | yes |
| Team: read | yes |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Requests | 1000000 per minute |

## Sample data

### Team

| name |
| --- |
| Red |
| Blue |

### Person

| name | email | team |
| --- | --- | --- |
| Ada | ada@example.com | Red |
| Bo | bo@example.com | Blue |

### Job

| title | watchers | helpers |
| --- | --- | --- |
| One | Ada | |
| Two | | Ada |
| Other | Bo | Bo |

### Note

| text | job |
| --- | --- |
| On one | One |
| On another | Other |

### Letter

| text | watchers |
| --- | --- |
| To red | Ada |
| To blue | Bo |

### Paper

| text | watchers |
| --- | --- |
| For red | Ada |
| For blue | Bo |
`;

/** So many rows of each that this person reads none of. */
const MANY = 4_000;

test('what somebody reads for standing among several is found by an index, and no table is read whole for it', async (context) => {
  const database = await testPostgres();
  if (database.url === null) return context.skip(`it needs a server: ${database.what}`);
  const schema = freshSchema();
  const seen: DbStatement[] = [];
  const store = await openPostgresOver(listening(database.connections(schema), seen), schema);
  const server = await startServer(JOBS, { store });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query(`SET search_path TO ${schema}`);
    const ada = await server.as('Ada');
    await others(client);
    const everyone = encodeURIComponent('watchers.all(w, w.team == me.team)');
    for (const [path, titles, most] of [
      ['/api/jobs', ['One', 'Two'], 100],
      ['/api/notes', ['On one'], 100],
      ['/api/letters', ['To red'], 100],
      // Each record is looked at, and of the people those alone that it leads to.
      [`/api/papers?filter=${everyone}`, ['For red'], 3 * MANY],
    ] as const) {
      assert.deepEqual(await titlesIn(ada, path), titles);
      seen.length = 0;
      await titlesIn(ada, path);
      const lists = seen.filter(({ sql }) => /^SELECT r\.id\b.*\bLIMIT\b/.test(sql));
      assert.equal(lists.length, 1, path);
      for (const { sql, parameters } of lists) assert.ok((await mostRead(client, sql, parameters ?? [])) < most, path);
    }
  } finally {
    await client.end();
    await server.stop();
    await store.close();
    await database.drop(schema);
  }
});

async function titlesIn(who: Caller, path: string): Promise<readonly string[]> {
  const { body, text } = await who.get<{ items?: readonly { _: { title: string } }[] }>(path);
  assert.ok(body.items !== undefined, text);
  return body.items.map(({ _ }) => _.title).toSorted();
}

/** The most rows that one step of the plan went through, as it ran. */
async function mostRead(client: pg.Client, sql: string, parameters: readonly SqlValue[]): Promise<number> {
  const explained = `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) ${numbered(sql)}`;
  const { rows } = await client.query<string[]>({ text: explained, values: [...parameters], rowMode: 'array' });
  const read = rows.flatMap(([line = '']) => {
    const [, each = '0', loops = '0'] = /actual rows=(\d+) loops=(\d+)/.exec(line) ?? [];
    const [, removed = '0'] = /Rows Removed by [^:]*: (\d+)/.exec(line) ?? [];
    return [Number(each) * Number(loops), Number(removed)];
  });
  return Math.max(...read);
}

function listening(connections: Connections, seen: DbStatement[]): Connections {
  return {
    ...connections,
    acquire: async (sending) => {
      const { connection, release } = await connections.acquire(sending);
      const ask: typeof connection.ask = (step) => {
        seen.push(step);
        return connection.ask(step);
      };
      return { connection: { ...connection, ask }, release };
    },
  };
}

/** Copies of what the other person reads, as the tables have it, with people in no team. */
async function others(client: pg.Client): Promise<void> {
  const all = async (sql: string) => (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows;
  const columns = new Map(
    (await all('SELECT record FROM catalog_columns')).map(([record = '{}']) => {
      const { element, physical } = JSON.parse(record) as { element: string; physical: string };
      return [element, physical] as const;
    }),
  );
  const of = (element: string) => columns.get(`field/${element}`) ?? '';
  const people = `'["p' || g.i || '","p' || (g.i % 500) || '"]'`;
  const mail = of('Person/email');
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Person: { [mail]: `'p' || g.i`, [`${mail}_f`]: `'p' || g.i`, [of('Person/team')]: 'NULL' },
    Job: { [of('Job/watchers')]: people, [of('Job/helpers')]: people },
    Note: { [of('Note/job')]: `'j' || g.i` },
    Letter: { [of('Letter/watchers')]: people },
    Paper: { [of('Paper/watchers')]: people },
  };
  for (const [record = '{}'] of await all('SELECT record FROM catalog_tables')) {
    const { name, physical } = JSON.parse(record) as { name: string; physical: string };
    const given = own[name];
    if (given === undefined) continue;
    const names = (
      await all(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${physical}'`,
      )
    ).map(([column = '']) => column);
    // What is named in the values of others has the first letter of its entity.
    const prefix = name === 'Paper' ? 'r' : name.slice(0, 1).toLowerCase();
    const values = names.map((column) => (column === 'id' ? `'${prefix}' || g.i` : (given[column] ?? `s.${column}`)));
    await client.query(
      `INSERT INTO ${physical} (${names.join(', ')}) SELECT ${values.join(', ')} FROM (SELECT * FROM ${physical} ORDER BY id DESC LIMIT 1) AS s, generate_series(1, ${MANY}) AS g(i)`,
    );
    for (const column of Object.keys(given).filter((each) => given[each] === people))
      await client.query(
        `INSERT INTO links (field, target, record) SELECT DISTINCT '${column}', e.v, r.id FROM ${physical} AS r, json_array_elements_text(r.${column}::json) AS e(v) WHERE r.id NOT IN (SELECT record FROM links WHERE field = '${column}')`,
      );
  }
  await client.query('ANALYZE');
}
