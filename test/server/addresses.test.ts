import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';

/** The board of tasks; clients read all of what is shared with them but its number. */
const hiding = exampleText('tasks.md').replace(
  '| Job.estimate: read | yes | yes | yes | no |',
  '$&\n| Job.number: read | yes | yes | yes | no |',
);

/** Tickets have a number in the address of their screen. Letters have one as well, and none in an address. */
const TICKETS = `# Specification: Tickets

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/tickets\` | Tickets | Ticket | table |
| \`/tickets/:number\` | Ticket | Ticket | record |
| \`/letters\` | Letters | Letter | table |
| \`/letters/:id\` | Letter | Letter | record |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in, unique

### Ticket

- number: text, required, unique, title

### Letter

- number: text, required, unique, title

## 6. Roles and permissions

not shown.

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Ticket

| number |
| --- |
| A-1 |

### Letter

| number |
| --- |
| A-1 |
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

describe('a record is found by what the address names it by', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(exampleText('tasks.md'));
  });
  after(() => server.stop());

  test('by its number as by its id, by those who read it', async () => {
    const rui = await server.as('Rui');
    const named = await rui.get<Job>('/api/jobs/T-0002');
    assert.equal(named.status, 200);
    assert.equal(named.body.title, 'Audio player');
    assert.deepEqual((await rui.get<Job>(`/api/jobs/${named.body.id}`)).body, named.body);
    assert.equal((await rui.get<Job>('/_/records/Job/T-0002')).body.id, named.body.id);
    for (const other of ['Clara', 'Vera'])
      assert.equal((await (await server.as(other)).get('/api/jobs/T-0002')).status, 404);
    assert.equal((await (await server.as('Vera')).get('/api/jobs/T-0001')).status, 200);
    assert.equal((await server.guest.get('/api/jobs/T-0002')).status, 401);
  });

  test('what names none is answered as an id that never was', async () => {
    const rui = await server.as('Rui');
    const never = await rui.get<{ code: string }>('/api/jobs/01890000-0000-7000-8000-000000000000');
    for (const named of ['T-9999', 'T-000', 'Audio%20player', "T-0002'%20or%20true", '%22', '-1']) {
      const found = await rui.get<{ code: string }>(`/api/jobs/${named}`);
      assert.deepEqual([found.status, found.body.code], [never.status, never.body.code], named);
    }
  });

  test('it is written by its number too', async () => {
    const rui = await server.as('Rui');
    const etag = (await rui.get('/api/jobs/T-0006')).headers.get('etag') ?? '';
    const started = await rui.post<Job>('/api/jobs/T-0006/start', {}, { 'if-match': etag });
    assert.deepEqual([started.status, started.body.status], [200, 'Doing']);
  });

  test('and not by a number that one does not read, of a record that one does', async () => {
    const other = await startServer(hiding);
    try {
      const vera = await other.as('Vera');
      assert.equal((await vera.get('/api/jobs/T-0001')).status, 404);
      const { body } = await vera.get<{ items: readonly Job[] }>('/api/jobs');
      assert.equal((await vera.get(`/api/jobs/${body.items[0]?.id}`)).status, 200);
    } finally {
      await other.stop();
    }
  });

  test('the route of a screen names what its records are found by, and no others', async () => {
    const other = await startServer(TICKETS);
    try {
      const ada = await other.as('Ada');
      const found = async (entity: string) => (await ada.get(`/_/records/${entity}/A-1`)).status;
      assert.deepEqual([await found('Ticket'), await found('Letter')], [200, 404]);
    } finally {
      await other.stop();
    }
  });
});

test('how records are found at an address is worked out with the document, and not for each request', async () => {
  const server = await startServer(exampleText('tasks.md'));
  try {
    const rui = await server.as('Rui');
    const work = async () => {
      const { status, body } = await rui.get<{ project: string }>('/api/jobs/T-0002');
      const made = await rui.post('/api/jobs', { title: 'Once more', project: body.project });
      return [status, made.status, made.headers.get('location')?.replace(/[^/]+$/, 'ID')];
    };
    const before = await work();
    const { model } = server.runtime.current();
    let read = 0;
    for (const name of ['calls', 'screens', 'entities'] as const) {
      const own = model[name];
      const get = () => {
        read += 1;
        return own;
      };
      Object.defineProperty(model, name, { get });
    }
    assert.deepEqual(await work(), before);
    assert.deepEqual([...before, read], [200, 201, '/api/jobs/ID', 0]);
  } finally {
    await server.stop();
  }
});
