import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { containsSecret } from '../../src/client/data/add-to-outbox.ts';
import {
  afterSent,
  earlierEntry,
  entriesOf,
  entryActions,
  expiredEntries,
  KEY_LIFETIME_MS,
  nextToSend,
  type OutboxEntry,
  outcomeOf,
  refusalOf,
  retriedEntry,
} from '../../src/client/device/outbox-entry.ts';
import { firstPages, keysToDelete } from '../../src/client/offline/store-answers.ts';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { STOCK } from '../support/browser/stock.ts';

const day = 24 * 60 * 60 * 1000;

interface Told extends Partial<Omit<OutboxEntry, 'want'>> {
  readonly want?: Partial<OutboxEntry['want']>;
}

/** A change of one item, unless told otherwise. */
function entry(seq: number, { want = {}, ...told }: Told = {}): OutboxEntry {
  return {
    seq,
    person: 'ann',
    key: `key-${seq}`,
    made: 0,
    title: 'Bolts',
    from: '/items/bolts',
    base: null,
    state: 'waits',
    refusal: null,
    isOpen: false,
    ...told,
    want: {
      kind: 'change',
      entity: 'Item',
      id: 'bolts',
      event: null,
      method: 'PATCH',
      path: '/api/items/bolts',
      ifMatch: 'v1',
      body: { count: 1 },
      document: 'd',
      ...want,
    },
  };
}

const problem = (status: number, more: Partial<Problem> = {}): Problem => ({
  type: '',
  title: '',
  status,
  detail: 'Not so.',
  instance: '',
  code: 'NO',
  ...more,
});

describe('what waits to be sent', () => {
  it('is sent in order of creation, and only that of the person', () => {
    const all = [entry(3), entry(1, { person: 'ben' }), entry(2, { want: { id: 'nuts' } })];
    assert.deepEqual(
      entriesOf(all, 'ann').map(({ seq }) => seq),
      [2, 3],
    );
    assert.equal(nextToSend(entriesOf(all, 'ann'))?.seq, 2);
    assert.equal(nextToSend([]), null);
  });

  it('waits for an earlier write to the same record, whatever its state, and for no other', () => {
    const [first, second, other] = [entry(1, { state: 'refused' }), entry(2), entry(3, { want: { id: 'nuts' } })];
    assert.equal(earlierEntry([first, second, other], second)?.seq, 1);
    assert.equal(nextToSend([first, second, other])?.seq, 3);
    assert.equal(nextToSend([first, second]), null);
    assert.equal(nextToSend([second])?.seq, 2);
    const made = [1, 2].map((seq) => entry(seq, { state: 'refused', want: { kind: 'create', id: null } }));
    const fresh = entry(3, { want: { kind: 'create', id: null } });
    assert.equal(nextToSend([...made, fresh])?.seq, 3, 'new records have nothing to do with each other');
    const alike = entry(1, { want: { entity: 'Box', id: 'bolts' }, state: 'refused' });
    assert.equal(earlierEntry([alike, second], second), null);
  });

  it('is settled by a final answer, not by a temporary failure', () => {
    const outcomes = (statuses: readonly number[]) => new Set(statuses.map(outcomeOf));
    assert.deepEqual(outcomes([200, 201, 204]), new Set(['sent']));
    assert.deepEqual(outcomes([400, 403, 404, 409, 410, 412, 413, 422, 428, 500]), new Set(['refused']));
    assert.deepEqual(outcomes([0, 408, 425, 429, 502, 503, 504]), new Set(['later']));
    assert.deepEqual(outcomes([401]), new Set(['not signed in']));
  });

  it('uses the version an earlier write produced, unless others may have written since', () => {
    const [sent, next] = [entry(1), entry(2)];
    const [chained] = afterSent([sent, next], sent, 'v2');
    assert.equal(chained?.seq, 2);
    assert.equal(chained?.want.ifMatch, 'v2');
    assert.deepEqual(afterSent([sent, next], sent, null), []);
    assert.deepEqual(afterSent([entry(2, { want: { ifMatch: 'other' } })], sent, 'v2'), []);
    assert.deepEqual(afterSent([entry(2, { want: { id: 'nuts' } })], sent, 'v2'), []);
    assert.deepEqual(afterSent([entry(2, { person: 'ben' })], sent, 'v2'), []);
  });

  it('needs a check once its idempotency key may have expired, whichever clock is wrong', () => {
    const all = [entry(1), entry(2, { made: KEY_LIFETIME_MS }), entry(3, { state: 'refused' })];
    assert.ok(KEY_LIFETIME_MS < day);
    assert.deepEqual(expiredEntries(all, KEY_LIFETIME_MS), []);
    assert.deepEqual(
      expiredEntries(all, KEY_LIFETIME_MS + 1).map(({ seq }) => seq),
      [1],
    );
    assert.deepEqual(
      expiredEntries([entry(1, { made: 3 * day })], 0).map(({ seq }) => seq),
      [1],
    );
    const sure = retriedEntry(entry(1, { state: 'doubted' }), 3 * day);
    assert.deepEqual([sure.state, sure.made, sure.key], ['waits', 3 * day, 'key-1']);
  });

  it('never overwrites another person’s change: a change is compared, other writes use the current version', () => {
    const current = { id: 'bolts', _: { etag: 'v9' } } as unknown as NonNullable<Problem['current']>;
    const refusal = refusalOf(problem(412, { current }));
    assert.deepEqual([refusal.isChanged, refusal.now], [true, 'v9']);
    assert.deepEqual(entryActions(entry(1, { state: 'refused', refusal })), ['open', 'discard']);
    const event = entry(1, { state: 'refused', refusal, want: { kind: 'event', event: 'count', body: {} } });
    assert.ok(entryActions(event).includes('try again'));
    assert.equal(retriedEntry(event, 5).want.ifMatch, 'v9');
    assert.equal(retriedEntry(entry(1, { state: 'refused', refusal }), 5).want.ifMatch, 'v1');
    assert.equal(retriedEntry(event, 5).refusal, null);
  });

  it('offers exactly the possible actions', () => {
    const refused = (status: number, kind: 'create' | 'change' | 'delete' = 'change') =>
      entryActions(
        entry(1, {
          state: 'refused',
          refusal: refusalOf(problem(status)),
          want: { kind, body: kind === 'delete' ? null : { count: 1 } },
        }),
      );
    assert.deepEqual(refused(422, 'create'), ['open', 'try again', 'discard']);
    assert.deepEqual(refused(409, 'delete'), ['try again', 'discard']);
    for (const status of [403, 404, 410]) assert.deepEqual(refused(status), ['discard']);
    assert.deepEqual(entryActions(entry(1)), ['discard']);
    assert.deepEqual(entryActions(entry(1, { state: 'doubted' })), ['try again', 'discard']);
  });

  it('says every failing rule', () => {
    const failures = [
      { pointer: '/count', code: 'A', message: 'Too many.', next: 'Count again.', decidedBy: [] },
      { pointer: '/title', code: 'B', message: 'No title.', decidedBy: [] },
    ];
    const { message, next } = refusalOf(problem(422, { failures }));
    assert.equal(message, 'Too many. No title.');
    assert.equal(next, 'Count again.');
    assert.equal(refusalOf(problem(403, { next: 'Ask.' })).next, 'Ask.');
  });

  it('contains no write-only values, also in lines', () => {
    const { model } = readDocument(STOCK);
    assert.equal(containsSecret({ model }, 'Item', { title: 'Bolts', count: 1 }), false);
    assert.equal(containsSecret({ model }, 'Item', { title: 'Bolts', pin: '1234' }), true);
    assert.equal(containsSecret({ model }, 'Item', { title: 'Bolts', pin: null }), false);
    assert.equal(containsSecret({ model }, 'Item', null), false);
    const boxes = STOCK.replace(
      '### Item\n\n| Field',
      '### Box\n\n- Belongs to: Item\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| code | text | no | write-only |\n\n### Item\n\n| Field',
    ).replace('| why | text', '| boxes | list of Box | no | |\n| why | text');
    const lined = readDocument(boxes).model;
    assert.equal(containsSecret({ model: lined }, 'Item', { boxes: [{ code: '77' }] }), true);
    assert.equal(containsSecret({ model: lined }, 'Item', { boxes: [{ code: null }] }), false);
  });
});

describe('what was read', () => {
  it('expires by age, and oldest first beyond the size limit', () => {
    const now = 30 * day;
    const read = (key: string, daysAgo: number, size = 10) => ({ key, at: now - daysAgo * day, size });
    assert.deepEqual(keysToDelete([read('a', 1), read('b', 8)], now), ['b']);
    const many = Array.from({ length: 502 }, (_, index) => read(String(index), index / 100));
    assert.deepEqual(keysToDelete(many, now), ['500', '501']);
    const large = [read('old', 2, 6_000_000), read('new', 1, 6_000_000)];
    assert.deepEqual(keysToDelete(large, now), ['old']);
  });

  it('contains the first pages of a list and other answers completely', () => {
    const far = Array.from({ length: 90 }, (_, page) => page);
    assert.deepEqual(firstPages({ pages: far, pageParams: far }), { pages: [0, 1, 2, 3], pageParams: [0, 1, 2, 3] });
    for (const whole of [{ pages: 3 }, { id: 'a' }, null, 'text', [1, 2]]) assert.equal(firstPages(whole), whole);
  });
});
