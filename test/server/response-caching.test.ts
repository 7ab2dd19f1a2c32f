import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Write } from '../../src/engine/context/verdict.ts';
import { recomputationOf } from '../../src/engine/effects/recompute.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createHttpApplication } from '../../src/server/application/http-application.ts';
import { createRuntime, type Runtime } from '../../src/server/runtime/runtime.ts';
import type { Store } from '../../src/store/core/store.ts';
import {
  GENERATED_NOW,
  generateDocument,
  type Random,
  randomFrom,
} from '../../src/verify/generate/generate-document.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { nothingNeeded, put, readOne, rowOf, values } from '../support/database/stores.ts';
import { listBases } from '../support/permissions/questions.ts';
import { maker } from '../support/permissions/world.ts';

// What is kept of rows and answers is never another than what would be read and worked out now.

const STEPS = 12;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const examples = join(import.meta.dirname, '..', '..', 'examples');
const texts = [
  ...readdirSync(examples)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(examples, name), 'utf8')),
  ...[3, 4, 5].map((seed) => generateDocument(seed).text),
];

type Cookie = Readonly<Record<'cookie', string>>;

interface World {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly time: { now: number };
  readonly signIn: (person: string) => Promise<Cookie>;
  readonly get: (as: Cookie, path: string) => Promise<string>;
  readonly all: () => Promise<readonly Row[]>;
}

contract('rows and answers that are kept are those that would be read and worked out anew', async () => {
  for (const [index, text] of texts.entries())
    await withWorld(text, async (world) => {
      const random = randomFrom(index + 1);
      for (let step = 0; step < STEPS; step++) {
        await compareRows(world);
        await compareAnswers(world, random);
        world.time.now += random.below(3) === 0 ? random.below(100) * DAY : random.below(HOUR);
        await changeSomething(world, random);
      }
    });
});

contract('what follows from another record is loaded as it is now, also where only a line is another', async () => {
  const text = [
    '# Sums',
    '## 3. Entities and their fields',
    '### Rate',
    '| Field | Type | Required | Notes |',
    '| --- | --- | --- | --- |',
    '| name | text | yes | title |',
    '| value | integer | yes | |',
    '### Order',
    '| Field | Type | Required | Notes |',
    '| --- | --- | --- | --- |',
    '| name | text | yes | title |',
    '| rate | Rate | | |',
    '| twice | integer | | = `rate.value * 2` |',
    '| lines | list of Line | | |',
    '### Line',
    '- Belongs to: Order',
    '',
    '| Field | Type | Required | Notes |',
    '| --- | --- | --- | --- |',
    '| by | Rate | | |',
    '| thrice | integer | | = `by.value * 3` |',
  ].join('\n');
  const { model } = readDocument(text);
  const { store, done } = await openEmpty();
  try {
    await store.apply(model, 'v1', text, recomputationOf(compile(model, 'v1'), 0));
    const rate = (id: string) => ({ kind: 'insert' as const, row: rowOf('Rate', id, { name: id, value: 1 }) });
    const line = rowOf('Line', 'l1', { by: 'r2', thrice: 3 });
    const order = rowOf('Order', 'o1', { name: 'o', rate: 'r1', twice: 2, lines: [line] });
    await put(store, rate('r1'), rate('r2'), { kind: 'insert', row: order });
    const seen = async () => {
      const row = await readOne(store, 'Order', 'o1');
      const [first] = (row?.values['lines'] ?? []) as readonly Row[];
      return [row?.values['twice'], first?.values['thrice']];
    };
    assert.deepEqual(await seen(), [2, 3]);
    await put(store, { kind: 'update', entity: 'Rate', id: 'r1', values: values({ value: 5 }) });
    assert.deepEqual(await seen(), [10, 3]);
    await put(store, { kind: 'update', entity: 'Rate', id: 'r2', values: values({ value: 7 }) });
    assert.deepEqual(await seen(), [10, 21]);
  } finally {
    await done();
  }
});

async function withWorld(text: string, work: (world: World) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const time = { now: GENERATED_NOW };
  const clock = () => time.now;
  const dev = await createRuntime({ text, store, dev: true, clock, read: readDocument });
  await dev.close();
  const runtime = await createRuntime({ text, store, dev: false, clock, read: readDocument });
  const fetch = createHttpApplication(runtime);
  const signIn: World['signIn'] = async (person) => {
    const token = await runtime.sessions.open(person, time.now);
    return { cookie: `ninefold-4000=${token}` };
  };
  const get: World['get'] = async (headers, path) => {
    const answer = await fetch(new Request(`http://localhost:4000${path}`, { headers }), { address: '127.0.0.1' });
    return `${answer.status} ${answer.headers.get('etag')} ${await answer.text()}`;
  };
  const entities = runtime.current().model.entities.filter(({ belongsTo }) => belongsTo === null);
  const all = async () => (await Promise.all(entities.map(({ name }) => store.people(name, 200)))).flat();
  try {
    await work({ store, runtime, time, signIn, get, all });
  } finally {
    await runtime.close();
    await done();
  }
}

/** What is loaded, and may be kept, against what is read past everything that is kept. */
async function compareRows({ store, all }: World): Promise<void> {
  const rows = await all();
  const needs = { ...nothingNeeded, rows: rows.map(({ entity, id }) => ({ entity, id, paths: [] })) };
  const facts = await store.load(needs);
  for (const row of rows) assert.deepEqual(facts.row(row.entity, row.id), row);
}

async function compareAnswers(world: World, random: Random): Promise<void> {
  const { runtime, signIn, get } = world;
  const { compiled: app, model } = runtime.current();
  const rows = await world.all();
  const people = random.some(
    rows.filter(({ entity }) => entity === app.people?.entity),
    2,
  );
  const lists = listBases({ runtime, make: maker(1), world: { person: '' } }).map(({ path }) => path);
  const records = model.calls.flatMap(({ does, path }) =>
    does.kind === 'read'
      ? random
          .some(
            rows.filter(({ entity }) => entity === does.entity),
            2,
          )
          .map(({ id }) => path.replace(/:\w+/, id))
      : [],
  );
  for (const { id } of people) {
    const paths = [...random.some(lists, 6), ...records];
    const [as, elsewhere] = [await signIn(id), await signIn(id)];
    const kept: string[] = [];
    for (const path of paths) kept.push(await get(as, path));
    // The second time everything is kept, the third time nothing is.
    for (const [index, path] of paths.entries()) assert.equal(await get(elsewhere, path), kept[index], path);
    Object.assign(app.responseCache.cachedRecords, { of: new WeakMap(), count: 0 });
    for (const [index, path] of paths.entries()) assert.equal(await get(as, path), kept[index], path);
  }
}

/** Some values of records take the place of those of others, past every permission; now and then one is deleted. */
async function changeSomething({ store, runtime, time, all }: World, random: Random): Promise<void> {
  const { model, hash, compiled: app } = runtime.current();
  const [[entity, rows] = ['', []]] = random.some([...Map.groupBy(await all(), (row) => row.entity)], 1);
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const free = fields.filter(({ computed, unique, signIn, type }) => {
    return computed === null && !unique && !signIn && type.kind !== 'list' && type.kind !== 'file';
  });
  const machines = model.machines.filter((machine) => machine.entity === entity);
  const names = [...free, ...machines].map(({ name }) => name);
  const writes = random.some(rows, 1 + random.below(3)).map(({ id }): Write => {
    const other = random.pick(rows);
    const taken = random.some(names, 2).map((name) => [name, other.values[name] ?? null] as const);
    return { kind: 'update', entity, id, values: values(Object.fromEntries<Value>(taken)) };
  });
  const last = rows.at(-1);
  const goes = last !== undefined && entity !== app.people?.entity && rows.length > 2 && random.below(6) === 0;
  if (goes) writes.push({ kind: 'delete', entity, id: last.id });
  await store.write({
    needs: nothingNeeded,
    decide: () => ({ allowed: true, writes, row: null }),
    actor: { kind: 'product' },
    now: time.now,
    documentHash: hash,
    idempotency: null,
  });
}
