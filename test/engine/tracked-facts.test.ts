import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Facts, QuestionNeed, SeriesNeed, UniqueNeed } from '../../src/engine/core/needs-and-facts.ts';
import { trackFacts } from '../../src/engine/core/tracked-facts.ts';

const key = { entity: 'Claim', id: 'c1' };
const taken: UniqueNeed = { entity: 'Claim', field: 'number', value: 'A-1', except: null };
const question = { key: 'claims of a day', id: 'q1' } as QuestionNeed;
const series: SeriesNeed = { ...key, field: 'number', period: '2026', numberIn: () => null };
const stay = { ...key, machine: 'status', timer: 't1' };
const referring = { entity: 'Line', field: 'claim', target: 'c1' };

/** Each kind of fact: how it is asked for, what there is to answer it with, and what is noted where there is nothing. */
const kinds: readonly {
  readonly name: string;
  readonly ask: (facts: Facts) => unknown;
  readonly known: Partial<Facts>;
  readonly answer: unknown;
  readonly noted: Readonly<Record<string, unknown>>;
}[] = [
  {
    name: 'a record',
    ask: (facts) => facts.row('Claim', 'c1'),
    known: { row: () => null },
    answer: null,
    noted: { rows: [{ ...key, paths: [] }] },
  },
  {
    name: 'whether a value is taken',
    ask: (facts) => facts.taken(taken),
    known: { taken: () => false },
    answer: false,
    noted: { unique: [taken] },
  },
  {
    name: 'an upload',
    ask: (facts) => facts.upload('u1'),
    known: { upload: () => null },
    answer: null,
    noted: { files: ['u1'] },
  },
  {
    name: 'who refers to it',
    ask: (facts) => facts.referrers(key),
    known: { referrers: () => new Map() },
    answer: new Map(),
    noted: { referrers: [key] },
  },
  {
    name: 'the answer to a question',
    ask: (facts) => facts.answer?.(question),
    known: { answer: () => ({ value: 0 }) },
    answer: { value: 0 },
    noted: { questions: [question] },
  },
  {
    name: 'the last number of a series',
    ask: (facts) => facts.lastNumber?.(series),
    known: { lastNumber: () => 0 },
    answer: 0,
    noted: { series: [series] },
  },
  {
    name: 'how long it stands in a state',
    ask: (facts) => facts.stateEntry?.(stay),
    known: { stateEntry: () => null },
    answer: null,
    noted: { stateEntries: [stay] },
  },
  {
    name: 'which records lead to it',
    ask: (facts) => facts.referring?.(referring),
    known: { referring: () => [] },
    answer: [],
    noted: { referring: [referring] },
  },
  {
    name: 'a deleted record',
    ask: (facts) => facts.deleted?.('Claim', 'c1'),
    known: { deleted: () => null },
    answer: null,
    noted: { deleted: [{ ...key, paths: [] }] },
  },
  {
    name: 'whose line it is',
    ask: (facts) => facts.owner?.(key),
    known: { owner: () => null },
    answer: null,
    noted: { owners: [key] },
  },
  {
    name: 'a comment',
    ask: (facts) => facts.comment?.('k1'),
    known: { comment: () => null },
    answer: null,
    noted: { comments: ['k1'] },
  },
  {
    name: 'every record of an entity',
    ask: (facts) => facts.all?.('Claim'),
    known: { all: () => [] },
    answer: [],
    noted: { all: ['Claim'] },
  },
];

const nothing: Facts = {
  row: () => undefined,
  taken: () => undefined,
  upload: () => undefined,
  referrers: () => undefined,
};
const noNeeds = { rows: [], unique: [], files: [], referrers: [] };

describe('of facts that are asked for', () => {
  for (const { name, ask, known, answer, noted } of kinds) {
    it(`what there is, is not noted, be it that there is none: ${name}`, () => {
      const { facts, missing } = trackFacts({ ...nothing, ...known });
      assert.deepEqual(ask(facts), answer);
      assert.equal(missing(), null);
    });

    it(`what is not there is noted once, however often it is asked for, and nothing else: ${name}`, () => {
      const { facts, missing } = trackFacts(nothing);
      assert.equal(ask(facts), undefined);
      assert.equal(ask(facts), undefined);
      assert.deepEqual(missing(), { ...noNeeds, ...noted });
    });
  }

  it('each is noted beside the others', () => {
    const { facts, missing } = trackFacts(nothing);
    for (const { ask } of kinds) ask(facts);
    assert.deepEqual(missing(), Object.assign({}, ...kinds.map(({ noted }) => noted)));
  });

  it('two of one kind that differ in any part are two', () => {
    const { facts, missing } = trackFacts(nothing);
    for (const each of [
      { entity: 'Line' },
      { field: 'name' },
      { value: 'A-2' },
      { except: 'c1' },
      { with: [{ field: 'year', value: 2026 }] },
    ])
      facts.taken({ ...taken, ...each });
    facts.taken(taken);
    for (const each of [{ entity: 'Line' }, { field: 'name' }, { period: '2027' }])
      facts.lastNumber?.({ ...series, ...each });
    for (const each of [{ entity: 'Claim' }, { field: 'of' }, { target: 'c2' }])
      facts.referring?.({ ...referring, ...each });
    for (const each of [{ entity: 'Line' }, { id: 'c2' }, { timer: 't2' }]) facts.stateEntry?.({ ...stay, ...each });
    for (const each of [key, { ...key, entity: 'Line' }, { ...key, id: 'c2' }]) {
      facts.row(each.entity, each.id);
      facts.referrers(each);
      facts.owner?.(each);
      facts.deleted?.(each.entity, each.id);
    }
    const found = missing();
    assert.deepEqual(
      [found?.unique, found?.series, found?.referring, found?.stateEntries].map((each) => each?.length),
      [6, 3, 3, 3],
    );
    assert.deepEqual(
      [found?.rows, found?.referrers, found?.owners, found?.deleted].map((each) => each?.length),
      [3, 3, 3, 3],
    );
  });

  it('what was found to be out of sight is passed on', () => {
    assert.equal(trackFacts(nothing).facts.isKnownUnreadable?.('Claim', 'c1'), false);
    assert.equal(
      trackFacts({ ...nothing, isKnownUnreadable: () => true }).facts.isKnownUnreadable?.('Claim', 'c1'),
      true,
    );
  });
});
