// What a good engineer writes for one screen and nothing more: no history, no search, no permission but `owner = me`.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { serving } from '../child.ts';
import { barePool, insertOrder, openBare } from './bare-tables.ts';
import { ORDER_FIELDS } from './orders.ts';

type Cell = string | number | null;
type Rows = readonly { readonly [column: string]: Cell }[];
/** Returns the rows of a statement with `?` for its values. */
type Ask = (sql: string, values: readonly Cell[]) => Promise<Rows> | Rows;

function sqliteAsk(folder: string): Ask {
  const database = openBare(folder);
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  return (sql, values) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...values) as Rows;
  };
}

function postgresAsk(at: Parameters<typeof barePool>[0]): Ask {
  const pool = barePool(at);
  const texts = new Map<string, { readonly name: string; readonly text: string }>();
  return async (sql, values) => {
    let known = texts.get(sql);
    if (known === undefined) {
      let place = 0;
      known = { name: `s${texts.size}`, text: sql.replaceAll('?', () => `$${++place}`) };
      texts.set(sql, known);
    }
    return (await pool.query({ ...known, values: [...values] })).rows as Rows;
  };
}

const OPEN = 'o.owner = ? AND o.status = ?';
const WITH_OWNER = 'SELECT o.*, p.name AS "ownerName" FROM orders o JOIN person p ON p.id = o.owner';
const LIST = `${WITH_OWNER} WHERE ${OPEN} ORDER BY o.amount DESC, o.id LIMIT 50`;
const COUNT = `SELECT count(*) AS count FROM orders o WHERE ${OPEN}`;
const ONE = `${WITH_OWNER} WHERE o.id = ? AND o.owner = ?`;
const INSERT = insertOrder(() => '?');
const UPDATE = 'UPDATE orders SET customer = ?, note = ? WHERE id = ? AND owner = ?';

function record(row: Rows[number]) {
  const { created_at: createdAt, ownerName, amount, ...fields } = row;
  return { ...fields, amount: (Number(amount) / 100).toFixed(2), createdAt, ownerName };
}

async function answer(ask: Ask, me: string, request: IncomingMessage): Promise<object | null> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const id = url.pathname.slice('/api/orders/'.length);
  if (request.method === 'GET' && id === '') {
    const values = [me, url.searchParams.get('status') ?? ''];
    const items = (await ask(LIST, values)).map(record);
    if (url.searchParams.get('total') === 'none') return { items };
    return { items, total: (await ask(COUNT, values))[0]?.['count'] };
  }
  if (request.method !== 'GET') {
    const body = JSON.parse(await textOf(request)) as { readonly [field: string]: string | number | undefined };
    if (typeof body['customer'] !== 'string' || body['customer'].length > 80) return null;
    if (request.method === 'PATCH') await ask(UPDATE, [body['customer'], body['note'] ?? null, id, me]);
    else {
      const made = v7();
      const amount = Math.round(Number(body['amount']) * 100);
      const cells = ORDER_FIELDS.map((name) =>
        name === 'owner' ? me : name === 'amount' ? amount : (body[name] ?? null),
      );
      await ask(INSERT, [made, ...cells, Date.now()]);
      return found(await ask(ONE, [made, me]));
    }
  }
  return found(await ask(ONE, [id, me]));
}

const found = ([row]: Rows): object | null => (row === undefined ? null : record(row));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    etag: '"1"',
  });
  response.end(text);
}

await serving(async ({ folder, postgres, people }) => {
  const ask = postgres === undefined ? sqliteAsk(folder) : postgresAsk(postgres.baseline);
  const tokens = new Map(people.map((id) => [randomBytes(32).toString('hex'), id] as const));
  const server = createServer((request, response) => {
    const me = tokens.get(/(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    if (me === undefined) return send(response, 401, { code: 'NOT_SIGNED_IN' });
    answer(ask, me, request).then(
      (body) =>
        send(response, body === null ? 404 : request.method === 'POST' ? 201 : 200, body ?? { code: 'NOT_FOUND' }),
      (error: unknown) => send(response, 500, { code: String(error) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, cookies: [...tokens.keys()].map((token) => `session=${token}`) };
});
