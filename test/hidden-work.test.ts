import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireRecord } from '../src/engine/wire.ts';
import { newId } from '../src/server/ids.ts';
import { countedPostgres } from './support/counted-stores.ts';
import { recordQuestions } from './support/permissions-questions.ts';
import { mayRead } from './support/permissions-watch.ts';
import { workshop } from './support/permissions-workshop.ts';
import { type Question, type Row, type Running, startWorld } from './support/permissions-world.ts';
import { type Answer, exampleText, startServer } from './support/server.ts';

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
        const mine = made.rows
          .filter((each) => each.entity === 'Job' && mayRead(running, person, each, 'id'))
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
