import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireComment, WireRecord } from '../../src/engine/core/wire-format.ts';
import { newId } from '../../src/server/core/new-id.ts';
import { presentPeopleFor } from '../../src/server/runtime/publish-presence.ts';
import { type CountedStore, countedPostgres, countedSqlite } from '../support/database/counted-stores.ts';
import { CASES } from '../support/documents/cases.ts';
import { type Answer, type Caller, exampleText, startServer } from '../support/http/server.ts';
import { recordQuestions } from '../support/permissions/questions.ts';
import { mayRead } from '../support/permissions/watch.ts';
import { workshop } from '../support/permissions/workshop.ts';
import { type Question, type Row, type Running, startWorld } from '../support/permissions/world.ts';

// How long an answer takes is what is done for it. What is done hangs on what the database is asked, and what it finds.
const seed = Number(process.env['NINEFOLD_SEED'] ?? Date.now() % 1_000_000);

async function started(t: TestContext): Promise<Running> {
  const running = await startWorld(workshop, seed);
  t.after(running.stop);
  return running;
}

/** What was answered, and every statement for it. */
async function workOf(running: Running, person: string, question: Question) {
  running.statements.length = 0;
  const { status, text } = await running.ask(person, question);
  return { status, text, statements: [...running.statements] };
}

test(`for a record that one may not read the database is asked what it is asked for one that never was (seed ${seed})`, async (t) => {
  const running = await started(t);
  let tried = 0;
  let told = 0;
  for (const person of running.world.people) {
    const hidden = running.made.rows.filter((row) => !mayRead(running, person, row, 'id'));
    for (const entity of new Set(hidden.map((row) => row.entity))) {
      const [one, other] = hidden.filter((row) => row.entity === entity);
      for (const row of [one, other].filter((each): each is Row => each !== undefined)) {
        const absent = running.make.id().padEnd(row.id.length, '0').slice(0, row.id.length);
        const questions = recordQuestions(running, entity, row.id);
        const inTheirPlace = recordQuestions(running, entity, absent);
        for (const [index, question] of questions.entries()) {
          const never = inTheirPlace[index];
          assert.ok(never);
          // Once before, so that nothing is left that is looked up a first time.
          await workOf(running, person, inTheirPlace[index] ?? never);
          const asked = await workOf(running, person, question);
          const expected = await workOf(running, person, never);
          assert.equal(asked.status, expected.status, `${person}: ${question.method} ${question.path}`);
          assert.deepEqual(asked.statements, expected.statements, `${person}: ${question.method} ${question.path}`);
          tried += 1;
          if (asked.statements.length > 0) told += 1;
        }
      }
    }
  }
  assert.ok(tried > 200 && told > 50, `${tried} questions were compared, ${told} of them with statements`);
});

test(`an input that names such a record is worked on as one that names none (seed ${seed})`, async (t) => {
  const running = await started(t);
  const { make, made, world } = running;
  let tried = 0;
  for (const person of world.people) {
    for (const entity of ['Client', 'Person'] as const) {
      const row = made.rows.find((each) => each.entity === entity && !mayRead(running, person, each, 'id'));
      if (row === undefined) continue;
      const absent = make.id().padEnd(row.id.length, '0').slice(0, row.id.length);
      const asks = (id: string): Question[] => {
        const named = entity === 'Client' ? { client: id } : { worker: id };
        const parts = entity === 'Client' ? [{ what: 'Bolt', cost: '1.00', from: id }] : [];
        const job = { title: 'Roof', kind: 'Repair', ...named, parts };
        // What a record holds already may be sent back, whoever reads what it leads to.
        const holds = ({ values }: Row) => values['client'] === row.id || values['worker'] === row.id;
        const mine = made.rows
          .filter((each) => each.entity === 'Job' && !holds(each) && mayRead(running, person, each, 'id'))
          .slice(0, 1);
        return [
          { method: 'POST', path: '/api/jobs', body: job },
          ...mine.map((each) => ({
            method: 'PATCH',
            path: `/api/jobs/${each.id}`,
            body: { ...named, parts },
            headers: { 'if-match': '*' },
          })),
        ];
      };
      const [hidden, never] = [asks(row.id), asks(absent)];
      for (const [index, question] of hidden.entries()) {
        const other = never[index];
        assert.ok(other);
        await workOf(running, person, other);
        const [asked, expected] = [await workOf(running, person, question), await workOf(running, person, other)];
        const what = `${person}: ${question.method} ${JSON.stringify(question.body)}: ${asked.text}`;
        assert.equal(asked.status, expected.status, what);
        assert.equal(asked.text.replaceAll(row.id, absent), expected.text, what);
        assert.deepEqual(asked.statements, expected.statements, what);
        if (asked.status === 422) tried += 1;
      }
    }
  }
  assert.ok(tried > 3, `${tried} were refused for what they name`);
});

test('a database that is far away is asked as often, and waited for as often', async (t) => {
  const counted = await countedPostgres();
  t.after(counted.done);
  const server = await startServer(exampleText('expense-claims.md'), { store: counted.store });
  t.after(server.stop);
  const [ana, other] = [await server.as('Ana'), await server.as('Jonas')];
  const claim = {
    title: 'Taxi',
    category: 'Travel',
    spentOn: '2026-08-12',
    lines: [{ what: 'There', amount: '9.50' }],
  };
  const { body: made } = await ana.post<WireRecord>('/api/claims', claim);
  const never = newId(server.clock.now);
  const headers = { 'if-match': made._.etag };
  const questions: readonly ((id: string) => Promise<Answer<unknown>>)[] = [
    (id) => other.get(`/api/claims/${id}`),
    (id) => other.get(`/_/records/Claim/${id}/history`),
    (id) => other.get(`/_/records/Claim/${id}/comments`),
    (id) => other.patch(`/api/claims/${id}`, { title: 'Mine' }, headers),
    (id) => other.post(`/api/claims/${id}/submit`, {}, headers),
    (id) => other.delete(`/api/claims/${id}`, headers),
  ];
  for (const [index, ask] of questions.entries()) {
    const answers: Answer<unknown>[] = [];
    const asked = async (id: string) => counted.during(async () => answers.push(await ask(id)));
    await ask(never);
    const [hidden, absent] = [await asked(made.id), await asked(never)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404],
      String(index),
    );
    assert.deepEqual(hidden, absent, String(index));
    assert.ok(hidden.statements > 0);
  }
});

/** A document over a store that tells what it is asked. */
async function counted(t: TestContext, open: () => Promise<CountedStore>) {
  const counting = await open();
  const server = await startServer(CASES, { store: counting.store });
  t.after(async () => {
    await server.stop();
    await counting.done();
  });
  const cases = await server.store.people('Case', 10);
  const roof = cases.find(({ values }) => values['name'] === 'Roof') ?? assert.fail('There is no roof.');
  return { server, during: counting.whole, roof };
}

const STORES = [
  ['SQLite', countedSqlite],
  ['PostgreSQL', countedPostgres],
] as const;

for (const [name, open] of STORES) {
  test(`a file of rows that names such a record is worked on as one that names none (${name})`, async (t) => {
    const { server, during, roof } = await counted(t, open);
    const bo = await server.as('Bo');
    const screen = server.runtime.current().model.screens.find(({ route }) => route === '/notes')?.id ?? '';
    const sent = async (does: string, column: string, text: string) => {
      const path = `/_/import?screen=${encodeURIComponent(screen)}&do=${does}`;
      const rows = ['One', 'Two'].map((title) => `${title},${text}\r\n`);
      const body = `title,${column}\r\n${rows.join('')}`;
      const answers: Answer<unknown>[] = [];
      const work = await during(async () =>
        answers.push(await bo.call('POST', path, body, { 'content-type': 'text/csv' })),
      );
      return { status: answers[0]?.status, text: answers[0]?.text, work };
    };
    for (const does of ['check', 'all', 'valid']) {
      for (const column of ['about', 'others']) {
        for (const [hidden, never] of [
          [roof.id, newId(server.clock.now)],
          ['Roof', 'Wall'],
          ['R-1', 'W-1'],
        ] as const) {
          await sent(does, column, never);
          const [asked, expected] = [await sent(does, column, hidden), await sent(does, column, never)];
          const what = `${does} of ${column} by ${hidden}: ${asked.text}`;
          assert.deepEqual([asked.status, expected.status], does === 'all' ? [422, 422] : [200, 200], what);
          assert.equal(asked.text?.replaceAll(hidden, never), expected.text, what);
          assert.match(String(asked.text), /NO_SUCH_VALUE/);
          assert.deepEqual(asked.work, expected.work, what);
        }
      }
    }
  });

  test(`a record that is sent is worked on alike, of what takes several questions to be read too (${name})`, async (t) => {
    const { server, during, roof } = await counted(t, open);
    const bo = await server.as('Bo');
    const { body: note } = await bo.post<WireRecord>('/api/notes', { title: 'Mine' });
    const asks: readonly ((id: string) => Promise<Answer<unknown>>)[] = [
      (id) => bo.post('/api/notes', { title: 'One', about: id }),
      (id) => bo.post('/api/notes', { title: 'One', others: [id] }),
      (id) => bo.patch(`/api/notes/${note.id}`, { about: id, others: [id] }, { 'if-match': note._.etag }),
    ];
    const never = newId(server.clock.now);
    for (const [index, ask] of asks.entries()) {
      const answers: Answer<unknown>[] = [];
      const asked = (id: string) => during(async () => answers.push(await ask(id)));
      await ask(never);
      const [hidden, absent] = [await asked(roof.id), await asked(never)];
      const [one, other] = answers.map(({ status, text }) => [status, text.replaceAll(roof.id, never)]);
      assert.equal(one?.[0], 422, String(index));
      assert.deepEqual(one, other, String(index));
      assert.deepEqual(hidden, absent, String(index));
    }
  });

  test(`who looks at such a record is worked on as who looks at none (${name})`, async (t) => {
    const { server, during, roof } = await counted(t, open);
    const { store, runtime, clock } = server;
    const [ada, bo, cy] = [await server.as('Ada'), await server.as('Bo'), await server.as('Cy')];
    const at = { store, current: runtime.current, clock: () => clock.now };
    const told = async (id: string, people: readonly Caller[]) => {
      const key = { entity: 'Case', id };
      const beings = people.map(({ id: person }) => ({ ...key, person, editing: true, since: clock.now }));
      const names: string[][] = [];
      const work = await during(async () => {
        const all = await presentPeopleFor(at, key, beings, new Set(people.map((each) => each.id)));
        names.push(...[...all.values()].map((others) => others.map((each) => each.name)));
      });
      return { names, work };
    };
    const never = newId(clock.now);
    await told(never, [bo, cy]);
    const [hidden, absent] = [await told(roof.id, [bo, cy]), await told(never, [bo, cy])];
    assert.deepEqual(hidden, absent);
    assert.deepEqual(hidden.names, []);
    assert.ok(hidden.work.statements > 0);
    // Who reads it is told of nobody who does not, and hears of nobody there.
    assert.deepEqual((await told(roof.id, [ada, bo])).names, [[]]);
    const here = async (id: string) => {
      const answers: Answer<unknown>[] = [];
      const body = { tab: 'one', entity: 'Case', id, editing: true };
      const headers = { origin: 'http://localhost:4000' };
      const work = await during(async () => answers.push(await bo.post('/_/here', body, headers)));
      return { status: answers[0]?.status, text: answers[0]?.text, headers: [...(answers[0]?.headers ?? [])], work };
    };
    await here(never);
    assert.deepEqual(await here(roof.id), await here(never));
  });

  test(`somebody whom one does not read is mentioned as nobody is (${name})`, async (t) => {
    const { server, during } = await counted(t, open);
    const bo = await server.as('Bo');
    const named = async (entity: string, called: string) => {
      const all = await server.store.people(entity, 10);
      return all.find(({ values }) => values['name'] === called)?.id ?? assert.fail(`There is no ${called}.`);
    };
    const [door, ada, never] = [await named('Case', 'Door'), await named('Person', 'Ada'), newId(server.clock.now)];
    const path = `/_/records/Case/${door}/comments`;
    const said = async (person: string) => {
      const answers: Answer<WireComment>[] = [];
      const work = await during(async () => answers.push(await bo.post(path, { text: `See @[${person}].` })));
      const [answer] = answers;
      assert.equal(answer?.status, 201, answer?.text);
      const { id, etag } = answer.body;
      const changed = await during(() =>
        bo.patch(`${path}/${id}`, { text: `Ask @[${person}].` }, { 'if-match': etag }),
      );
      const read = await during(() => bo.get(path));
      const gone = { 'if-match': '*' };
      assert.equal((await bo.call('DELETE', `${path}/${id}`, undefined, gone)).status, 204);
      return { parts: answer.body.parts, work, changed, read };
    };
    await said(never);
    const [hidden, absent] = [await said(ada), await said(never)];
    assert.deepEqual(hidden.parts, ['See ', { person: null, name: 'somebody else' }, '.']);
    for (const what of ['parts', 'work', 'changed'] as const) assert.deepEqual(hidden[what], absent[what], what);
    assert.deepEqual(hidden.read.texts, absent.read.texts);
  });
}
