import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { principalOf } from '../../src/engine/access/person-roles.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Verdict } from '../../src/engine/context/verdict.ts';
import type { DeletedRow, Facts } from '../../src/engine/core/needs-and-facts.ts';
import { decide } from '../../src/engine/decide/decide.ts';
import { decideFollowUp } from '../../src/engine/decide/decide-follow-up.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { rowOf } from '../support/database/stores.ts';
import { ALLOTMENTS } from '../support/documents/allotments.ts';

const NOW = Date.UTC(2026, 5, 1);
const KEPT = 20 * 24 * 60 * 60 * 1000;
const appOf = (text: string) => compile(assume(readDocument(text).model), 'v1');
const app = appOf(ALLOTMENTS);
const ann = rowOf('Person', 'ann', { id: 'ann', name: 'Ann', email: 'ann@example.com', role: null });
const bean = rowOf('Seed', 'bean', { id: 'bean', name: 'Bean' });

function plot(values: Readonly<Record<string, Value>> = {}): Row {
  const usual = {
    id: 'p',
    name: 'North',
    keeper: 'ann',
    main: 'bean',
    status: 'Green',
    rows: [],
    visits: 0,
    crop: 'Bean',
  };
  return rowOf('Plot', 'p', { ...usual, ...values });
}

const gone = (row: Row, more: Partial<DeletedRow> = {}): DeletedRow => ({
  row,
  at: NOW - 1,
  by: 'ann',
  with: null,
  along: [],
  ...more,
});

/** Everything that it takes to bring a plot back, but for what is said otherwise. */
function facts(found: DeletedRow | null, more: Partial<Facts> = {}): Facts {
  const rows = new Map([ann, bean].map((row) => [`${row.entity} ${row.id}`, row] as const));
  return {
    row: (entity, id) => rows.get(`${entity} ${id}`) ?? null,
    taken: () => false,
    upload: () => null,
    referrers: () => new Map(),
    answer: () => ({ value: 0 }),
    deleted: (entity, id) => (found !== null && found.row.entity === entity && found.row.id === id ? found : null),
    ...more,
  };
}

const restore = (known: Facts, entity = 'Plot', id = 'p', by = app): Verdict =>
  decide(by, principalOf(by, ann), { kind: 'restore', entity, id, call: null, ifMatch: null }, known, NOW);

/** What it is refused for: the code, or each failure with its place. */
function refused(verdict: Verdict): readonly string[] {
  if (verdict.allowed) return [];
  const { code, failures } = verdict.refusal;
  return failures.length === 0 ? [code] : failures.map((failed) => `${failed.path.join('/')} ${failed.code}`);
}

describe('bringing back', () => {
  test('writes the record and its history, and nothing else happens', () => {
    const verdict = restore(facts(gone(plot())));
    assert.deepEqual(verdict.allowed && verdict.writes.map(({ kind }) => kind), ['restore', 'history']);
    assert.deepEqual(verdict.allowed && [verdict.row?.version, verdict.follow, verdict.warnings], [
      2,
      undefined,
      undefined,
    ]);
  });

  test('is refused wherever something is not known', () => {
    const { deleted: _, ...blind } = facts(null);
    assert.deepEqual(refused(restore(blind)), ['NOT_FOUND']);
    const known = gone(plot());
    assert.deepEqual(refused(restore(facts(known, { taken: () => undefined }))), ['name NOT_UNIQUE']);
    assert.deepEqual(
      refused(restore(facts(known, { row: (entity, id) => (id === 'ann' && entity === 'Person' ? ann : undefined) }))),
      ['main TARGET_DELETED'],
    );
    assert.deepEqual(refused(restore(facts(known, { answer: () => undefined }))), ['keeper NOT_SHOWN']);
  });

  test('ends at the very moment at which it is to be gone for good', () => {
    assert.deepEqual(refused(restore(facts(gone(plot(), { at: NOW - KEPT })))), ['NOT_FOUND']);
    assert.deepEqual(refused(restore(facts(gone(plot(), { at: NOW - KEPT + 1 })))), []);
  });

  test('asks the rules that look at other records, and none that speak of the record alone', () => {
    assert.deepEqual(refused(restore(facts(gone(plot({ debt: 50 }))))), []);
    assert.deepEqual(refused(restore(facts(gone(plot()), { answer: () => ({ value: 3 }) }))), ['keeper ENOUGH']);
  });

  test('is refused where the document has the state no more in which it was', () => {
    assert.deepEqual(refused(restore(facts(gone(plot({ status: 'Weedy' }))))), ['status NOT_A_CHOICE']);
  });

  test('counts what comes along as there, however many steps away', () => {
    const of = (entity: string, id: string, along: DeletedRow['along'], values = {}) =>
      [`${entity} ${id}`, gone(rowOf(entity, id, { id, ...values }), { along })] as const;
    const remark = { entity: 'Seed', id: 'late' };
    const visit = { entity: 'Visit', id: 'v' };
    const all = new Map([
      of('Visit', 'v', [remark], { title: 'V', plot: 'p' }),
      of('Seed', 'late', [], { name: 'Late' }),
    ]);
    const found = gone(plot({ main: 'late' }), { along: [visit] });
    const known = facts(found, {
      deleted: (entity, id) => (id === 'p' ? found : (all.get(`${entity} ${id}`) ?? null)),
    });
    const verdict = restore(known);
    assert.deepEqual(refused(verdict), []);
    assert.deepEqual(verdict.allowed && verdict.follow?.map(({ kind, entity }) => `${kind} ${entity}`), [
      'restore Visit',
      'judge Plot',
    ]);
    assert.deepEqual(refused(restore(facts(gone(plot({ main: 'late' }))))), ['main TARGET_DELETED']);
  });

  test('asks again, once all is back, what did not hold before', () => {
    const visited = appOf(
      ALLOTMENTS.replace('| R2 | Plot |', '| R3 | Plot | `count(Visit where plot == this) >= 1` | |\n| R2 | Plot |'),
    );
    const along = [{ entity: 'Visit', id: 'v' }];
    const alone = restore(facts(gone(plot())), 'Plot', 'p', visited);
    assert.deepEqual(refused(alone), [' NOT_VALID'], 'the rule names no field of its own');
    const verdict = restore(facts(gone(plot(), { along })), 'Plot', 'p', visited);
    const follow = verdict.allowed ? (verdict.follow ?? []) : [];
    assert.deepEqual(
      follow.map(({ kind }) => kind),
      ['restore', 'judge'],
    );
    const [, judge] = follow;
    assert.ok(judge !== undefined);
    const step = { consequence: judge, index: 1, principal: principalOf(visited, ann), id: 'x' };
    const there = (value: number) =>
      facts(null, {
        row: (entity, id) => (entity === 'Plot' && id === 'p' ? plot() : facts(null).row(entity, id)),
        answer: () => ({ value }),
      });
    assert.equal(decideFollowUp(visited, step, there(1), NOW).allowed, true);
    assert.equal(decideFollowUp(visited, step, there(0), NOW).allowed, false);
  });
});
