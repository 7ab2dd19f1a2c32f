import assert from 'node:assert/strict';
import { principalOf } from '../../src/engine/access/person-roles.ts';
import { contextOf } from '../../src/engine/context/decision-context.ts';
import { mayReadRecord } from '../../src/engine/context/permissions.ts';
import type { Facts, RecordKey } from '../../src/engine/core/needs-and-facts.ts';
import type { Principal } from '../../src/engine/core/principal.ts';
import { runWithTracking } from '../../src/engine/core/tracked-facts.ts';
import { deletedNeeds, recordNeeds } from '../../src/engine/decide/needs.ts';
import { planRecordExists } from '../../src/engine/query/single-record.ts';
import { findReadable } from '../../src/engine/records/authorize-record.ts';
import type { Row } from '../../src/fields/text/value.ts';
import type { RequestContext } from '../../src/server/runtime/request-context.ts';
import { findUnreadable, isVisible, noteShown } from '../../src/server/runtime/shown-records.ts';
import { GENERATED_NOW, generateDocument } from '../../src/verify/generate/generate-document.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

// What is asked before the engine may only deny, so it has to be shown that it denies nothing that the engine allows.
const seed = Number(process.env['SEED'] ?? 1);
const SEEDS = Array.from({ length: 8 }, (_, index) => seed + index * 3);

const HIDDEN = '0190a6a0-0000-7000-8000-000000000000';

function askingOf({ runtime, clock }: TestServer, who: Principal): RequestContext {
  const url = new URL('http://localhost:4000/');
  const params = new Map<string, string>();
  return {
    runtime,
    version: runtime.current(),
    request: new Request(url),
    url,
    route: '/',
    params,
    principal: who,
    address: null,
    now: clock.now,
  };
}

/** What the engine says over the facts, whatever was asked before. */
async function readsIt(
  { version, runtime, principal: who, now }: RequestContext,
  { entity, id }: RecordKey,
  deleted: boolean,
): Promise<boolean> {
  const { compiled: app } = version;
  const prepared = app.entities.get(entity) ?? assert.fail(entity);
  const read = runWithTracking((facts: Facts) => {
    const context = contextOf(app, who, facts, now);
    if (!deleted) return findReadable(context, prepared, id) !== null;
    const found = facts.deleted?.(entity, id) ?? null;
    return found !== null && mayReadRecord(context, found.row);
  });
  const needs = deleted ? deletedNeeds(app, who, entity, [id]) : recordNeeds(app, who, entity, [id]);
  return read.result(await runtime.store.load(needs, read.more));
}

const entitiesOf = ({ runtime }: TestServer): readonly string[] =>
  runtime
    .current()
    .model.entities.filter(({ belongsTo }) => belongsTo === null)
    .map(({ name }) => name);

async function rowsOf(server: TestServer): Promise<readonly Row[]> {
  const all = await Promise.all(entitiesOf(server).map((entity) => server.store.people(entity, 1000)));
  return all.flat();
}

/** Everybody deletes what they may of some records. */
async function deletedBy(server: TestServer, rows: readonly Row[], names: readonly string[]): Promise<readonly Row[]> {
  const gone: Row[] = [];
  for (const [index, name] of names.entries()) {
    const caller = await server.as(name);
    for (const row of rows.filter((_, at) => at % names.length === index)) {
      const { calls } = server.runtime.current().model;
      const call = calls.find(({ does }) => does.kind === 'delete' && does.entity === row.entity);
      const path = call?.path.replace(':id', row.id) ?? assert.fail(`Nothing deletes ${row.entity}.`);
      const { status } = await caller.delete(path, { 'if-match': '*' });
      if (status === 204) gone.push(row);
    }
  }
  return gone;
}

contract(`what is asked before the engine denies nothing that the engine allows (seed ${seed})`, async () => {
  const found = { there: 0, hidden: 0, deleted: 0, deletedHidden: 0 };
  for (const each of SEEDS) {
    const { text, person } = generateDocument(each);
    const { store, done } = await openEmpty();
    const server = await startServer(text, { store, now: GENERATED_NOW });
    try {
      const { compiled: app } = server.runtime.current();
      const rows = await rowsOf(server);
      const people = rows.filter(({ entity }) => entity === person);
      const check = async (some: readonly Row[], deleted: boolean): Promise<void> => {
        for (const me of people) {
          const asking = askingOf(server, principalOf(app, me));
          const unseen = deleted ? null : await findUnreadable(asking, [...some, { entity: person, id: HIDDEN }]);
          for (const { entity, id } of some) {
            const reads = await readsIt(asking, { entity, id }, deleted);
            const there = await isVisible(asking, { entity, id }, deleted);
            const what = `document ${each}: ${entity} ${id} for ${me.values['name']}`;
            const prepared = app.entities.get(entity) ?? assert.fail(entity);
            const isAsked = planRecordExists(app, asking.principal, prepared, id) !== null;
            // Where there is nothing to ask, it is the engine alone that says so.
            assert.equal(there, reads || !isAsked, what);
            if (unseen !== null) assert.equal(unseen(entity, id), isAsked && !reads, what);
            if (deleted) found[reads ? 'deleted' : 'deletedHidden'] += 1;
            else found[reads ? 'there' : 'hidden'] += 1;
          }
        }
      };
      await check(rows, false);
      const others = rows.filter(({ entity }) => entity !== person);
      await check(
        await deletedBy(
          server,
          others,
          people.map(({ values }) => String(values['name'])),
        ),
        true,
      );
    } finally {
      await server.stop();
      await done();
    }
  }
  const few = Object.entries(found).filter(([, count]) => count < 10);
  assert.deepEqual(few, [], 'cases of each kind');
});

contract('whoever was shown a record is believed, as long as not very many were shown after it', async () => {
  const { text } = generateDocument(1);
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store, now: GENERATED_NOW });
  try {
    const { compiled: app } = server.runtime.current();
    const guest = askingOf(server, principalOf(app, null));
    let asked = 0;
    const list: RequestContext['runtime']['store']['list'] = async () => {
      asked += 1;
      return { rows: [], more: false, total: null };
    };
    const asking = { ...guest, runtime: { ...guest.runtime, store: { ...store, list } } };
    const [entity = assert.fail(), other = assert.fail()] = entitiesOf(server).filter((name) => {
      const prepared = app.entities.get(name) ?? assert.fail(name);
      return planRecordExists(app, guest.principal, prepared, HIDDEN) !== null;
    });
    const isBelieved = async (id: string, of = entity): Promise<boolean> => {
      asked = 0;
      const there = await isVisible(asking, { entity: of, id });
      assert.equal(asked, there ? 0 : 1);
      return there;
    };
    const showOthers = (name: string, count: number) => {
      for (let at = 0; at < count; at++) noteShown(asking, { entity, id: `${name} ${at}` });
    };
    assert.equal(await isBelieved(HIDDEN), false);
    noteShown(asking, { entity, id: HIDDEN });
    assert.equal(await isBelieved(HIDDEN), true);
    assert.equal(await isBelieved(HIDDEN, other), false);
    showOthers('first', 10_000);
    assert.equal(await isBelieved(HIDDEN), true);
    showOthers('then', 10_000);
    assert.equal(await isBelieved(HIDDEN), false);
    assert.equal(await isBelieved('then 9999'), true);
  } finally {
    await server.stop();
    await done();
  }
});
