import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Write } from '../../src/engine/context/verdict.ts';
import { listBases, recordQuestions, withQuery } from '../support/permissions/questions.ts';
import { mayRead, watchFor } from '../support/permissions/watch.ts';
import { workshop } from '../support/permissions/workshop.ts';
import { type Row, type Running, startWorld } from '../support/permissions/world.ts';

// The side doors: live updates, the inbox, tags, cursors, what is sent in and comes back, rights that are taken away.
const seed = Number(process.env['NINEFOLD_SEED'] ?? Date.now() % 1_000_000);

async function started(t: TestContext): Promise<Running> {
  const running = await startWorld(workshop, seed);
  t.after(running.stop);
  return running;
}

const update = ({ entity, id }: Row, values: Readonly<Record<string, string | number>>): Write => ({
  kind: 'update',
  entity,
  id,
  values,
});

/** The first job for which this holds. */
function jobWhere({ made }: Running, holds: (row: Row) => boolean): Row {
  const found = made.rows.find((row) => row.entity === 'Job' && holds(row));
  assert.ok(found, `seed ${seed} makes no such job`);
  return found;
}

const read = (id: string) => ({ method: 'GET', path: `/_/records/Job/${id}` });

/** Which records a connection is told of, until one is told of that it may see. */
async function toldOf(
  t: TestContext,
  running: Running,
  person: string,
  writes: readonly (readonly Write[])[],
  last: Row,
): Promise<string[]> {
  const token = await running.runtime.sessions.open(running.person(person).id, running.runtime.clock());
  const headers = { cookie: `ninefold-4000=${token}` };
  const answer = await running.fetch(new Request('http://localhost:4000/_/live', { headers }), {
    address: '127.0.0.1',
  });
  const reader = answer.body?.getReader();
  assert.ok(reader);
  t.after(() => reader.cancel());
  for (const each of writes) await running.write(each);
  let text = '';
  while (!text.includes(last.id)) {
    const step = await reader.read();
    assert.equal(step.done, false, text);
    text += new TextDecoder().decode(step.value);
  }
  return [...text.matchAll(/event: change\ndata: (.*)/g)].map(
    ([, data = '']) => (JSON.parse(data) as { id: string }).id,
  );
}

test(`a connection is told of no record and no field that its person may not read (seed ${seed})`, async (t) => {
  const running = await started(t);
  for (const person of ['Wanda', 'Gil', 'Uli', 'Nils']) {
    const hiddenRow = jobWhere(running, (row) => !mayRead(running, person, row, 'id'));
    const own = running.made.rows.find((row) => row.entity !== 'Part' && mayRead(running, person, row, 'id'));
    assert.ok(own);
    const mine = running.made.rows.find((row) => row.entity === 'Job' && mayRead(running, person, row, 'id'));
    const secret = mine === undefined ? [] : [[update(mine, { secret: 'other' })]];
    const told = await toldOf(
      t,
      running,
      person,
      [
        [update(hiddenRow, { title: 'New', memo: 'New' })],
        ...secret,
        [
          update(
            own,
            own.entity === 'Job' ? { title: 'Seen' } : own.entity === 'Client' ? { name: 'Seen' } : { name: 'Seen' },
          ),
        ],
      ],
      own,
    );
    assert.deepEqual(told, [own.id], `${person}, seed ${seed}`);
  }
});

test(`the inbox names no record that one may not read (seed ${seed})`, async (t) => {
  const running = await started(t);
  const hidden = running.made.rows.filter((row) => row.entity === 'Job' && !mayRead(running, 'Wanda', row, 'id'));
  const person = running.person('Wanda').id;
  await running.write(hidden.map(({ entity, id }) => ({ kind: 'notify', entity, id, person, event: 'finish' })));
  const { text } = await running.ask('Wanda', { method: 'GET', path: '/_/inbox' });
  const { items } = JSON.parse(text) as { items: { title: string | null; record: string }[] };
  assert.equal(items.length, hidden.length);
  assert.ok(items.every(({ title }) => title === null));
  for (const { values } of hidden) assert.ok(!text.includes(String(values['title'])));
  const others = await running.ask('Otto', { method: 'GET', path: '/_/inbox' });
  assert.deepEqual(JSON.parse(others.text), { items: [], unread: 0 });
});

test(`a tag of a record says nothing of what one may not read, and fits nobody who reads something else (seed ${seed})`, async (t) => {
  const running = await started(t);
  const job = jobWhere(running, (row) => mayRead(running, 'Wanda', row, 'id') && row.values['kind'] !== 'Repair');
  const tagOf = async (person: string) =>
    /^etag: (.*)$/m.exec((await running.ask(person, read(job.id))).headers)?.[1] ?? '';
  const before = await tagOf('Wanda');
  await running.write([update(job, { secret: 'other', price: 1, memo: 'other' })]);
  assert.equal(await tagOf('Wanda'), before);
  const withTag = (tag: string) => ({ ...read(job.id), headers: { 'if-none-match': tag } });
  assert.equal((await running.ask('Wanda', withTag(before))).status, 304);
  assert.equal((await running.ask('Bea', withTag(before))).status, 200);
  assert.equal((await running.ask('Wanda', withTag(await tagOf('Bea')))).status, 200);
  await running.write([update(job, { title: 'other' })]);
  assert.notEqual(await tagOf('Wanda'), before);
});

test(`a cursor serves only whom it was given, for the question that it came from (seed ${seed})`, async (t) => {
  const running = await started(t);
  const base = listBases(running).find(({ path }) => path === '/api/jobs');
  assert.ok(base);
  const page = async (person: string, query: Readonly<Record<string, string>>) =>
    running.ask(person, withQuery(base, query));
  const first = await page('Bea', { limit: '2', sort: 'secret' });
  const next = (JSON.parse(first.text) as { next: string }).next;
  assert.equal((await page('Bea', { limit: '2', sort: 'secret', page: next })).status, 200);
  const refused = [
    await page('Vic', { limit: '2', sort: 'secret', page: next }),
    await page('Vic', { limit: '2', page: next }),
    await page('Wanda', { page: next }),
    await page('Bea', { limit: '2', sort: '-secret', page: next }),
    await page('Bea', { limit: '2', sort: 'secret', page: `x${next}` }),
    await page('Bea', { limit: '2', sort: 'secret', page: next, 'price.min': '1' }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 400),
  );
});

test(`a reference to a record that one may not read is refused in the words of one to nothing (seed ${seed})`, async (t) => {
  const running = await started(t);
  const watch = watchFor(running, 'Gil');
  const job = jobWhere(running, (row) => mayRead(running, 'Gil', row, 'id') && row.values['status'] !== 'Billed');
  const tag = /"etag":"\\"(.*?)\\""/.exec((await running.ask('Gil', read(job.id))).text)?.[1] ?? '';
  const hidden = running.made.rows.filter(({ id }) => watch.hidden.has(id));
  const send = (body: object) =>
    running.ask('Gil', { method: 'PATCH', path: `/api/jobs/${job.id}`, body, headers: { 'if-match': `"${tag}"` } });
  let asked = 0;
  for (const { entity, id } of hidden) {
    const field = entity === 'Client' ? 'client' : entity === 'Person' ? 'worker' : null;
    if (field === null) continue;
    asked += 1;
    const absent = running.make.id();
    const found = await send({ [field]: id });
    const missed = await send({ [field]: absent });
    assert.equal(found.status, 422, found.text);
    assert.equal(found.text.replaceAll(id, '•'), missed.text.replaceAll(absent, '•'));
  }
  assert.ok(asked > 0);
});

test(`a name that one may not read is no more than a name that there is not, in what is sent too (seed ${seed})`, async (t) => {
  const running = await started(t);
  const job = jobWhere(running, (row) => mayRead(running, 'Gil', row, 'id') && row.values['status'] !== 'Billed');
  const tag = /"etag":"\\"(.*?)\\""/.exec((await running.ask('Gil', read(job.id))).text)?.[1] ?? '';
  const blot = (text: string, name: string) =>
    text.replaceAll(name, '•').replaceAll(name.charAt(0).toUpperCase() + name.slice(1), '•');
  for (const name of ['secret', 'called']) {
    const send = (field: string, value: unknown) =>
      running.ask('Gil', {
        method: 'PATCH',
        path: `/api/jobs/${job.id}`,
        body: { [field]: value },
        headers: { 'if-match': `"${tag}"` },
      });
    for (const value of ['x', null, 7, [], { a: 1 }]) {
      const hidden = await send(name, value);
      const absent = await send('nowhere', value);
      assert.equal(hidden.status, absent.status, name);
      assert.equal(blot(hidden.text, name), blot(absent.text, 'nowhere'), name);
    }
    for (const query of ['', '.min', '.max', '.in', '.empty']) {
      const hidden = await running.ask('Gil', { method: 'GET', path: `/api/jobs?${name}${query}=x` });
      const absent = await running.ask('Gil', { method: 'GET', path: `/api/jobs?nowhere${query}=x` });
      assert.equal(blot(hidden.text, name), blot(absent.text, 'nowhere'), `${name}${query}`);
    }
    for (const condition of ['== null', '== 7', '== "x"', '> now', '.contains("x")', ' in [1]']) {
      const hidden = await running.ask('Gil', {
        method: 'GET',
        path: `/api/jobs?filter=${encodeURIComponent(`${name} ${condition}`)}`,
      });
      const absent = await running.ask('Gil', {
        method: 'GET',
        path: `/api/jobs?filter=${encodeURIComponent(`nowhere ${condition}`)}`,
      });
      assert.equal(blot(hidden.text, name), blot(absent.text, 'nowhere'), `${name} ${condition}`);
    }
  }
});

test(`what somebody was shown before is not shown again once they may no longer read it (seed ${seed})`, async (t) => {
  const running = await started(t);
  const job = jobWhere(running, (row) => mayRead(running, 'Wanda', row, 'id'));
  assert.equal((await running.ask('Wanda', read(job.id))).status, 200);
  await running.write([update(job, { worker: running.person('Otto').id })]);
  const absent = running.make.id();
  const questions = recordQuestions(running, 'Job', job.id);
  const misses = recordQuestions(running, 'Job', absent);
  for (const [index, question] of questions.entries()) {
    const found = await running.ask('Wanda', question);
    const missed = await running.ask('Wanda', misses[index] ?? question);
    const plain = (text: string, id: string) => text.replaceAll(id, '•');
    if (question.path.startsWith('/_/open')) continue;
    assert.equal(found.status, missed.status, question.path);
    if (!found.headers.includes('etag')) assert.equal(plain(found.text, job.id), plain(missed.text, absent));
  }
});

test(`a history names no event to who may not read the state that it leads to (seed ${seed})`, async (t) => {
  const running = await started(t);
  const job = jobWhere(running, (row) => mayRead(running, 'Wanda', row, 'id') && row.values['status'] === 'Done');
  const etag = (JSON.parse((await running.ask('Bea', read(job.id))).text) as { _: { etag: string } })._.etag;
  const billed = await running.ask('Bea', {
    method: 'POST',
    path: `/api/jobs/${job.id}/bill`,
    body: {},
    headers: { 'if-match': etag },
  });
  assert.equal(billed.status, 200, billed.text);
  const history = async (person: string) => {
    const answer = await running.ask(person, { method: 'GET', path: `/_/records/Job/${job.id}/history` });
    return (JSON.parse(answer.text) as { items: { event: string }[] }).items.map(({ event }) => event);
  };
  assert.deepEqual(await history('Bea'), ['bill', 'create']);
  assert.deepEqual(await history('Vic'), ['bill', 'create']);
  assert.deepEqual(await history('Wanda'), ['create']);
});
