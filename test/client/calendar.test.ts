import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, lastDayOf, rangeText, recordDaysIn, weeksOf } from '../../src/client/screens/calendar/month.ts';

const weeks = weeksOf('2026-03');
const days = weeks.flat();

/** `Name from until`, one a line. */
function read(lines: string) {
  const records = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return recordDaysIn(records, ([, from, until]) => ({ from: from ?? null, until: until ?? null }), days);
}

/** A week as its lanes: under each day the first letter of what stands there. */
function drawn(week: number, lines: string): readonly string[] {
  const lanes: string[][] = [];
  for (const { record, lane, start, days: count } of barsOf(weeks[week] ?? [], read(lines))) {
    const row = lanes[lane] ?? Array.from({ length: 7 }, () => '.');
    for (let day = start; day < start + count; day++) {
      assert.equal(row[day], '.', 'Two stand at the same place.');
      row[day] = record[0]?.[0] ?? '?';
    }
    lanes[lane] = row;
  }
  return lanes.map((row) => row.join(''));
}

test('a record over several days is one bar per week, in the same lane every day', () => {
  // 9 March 2026 is a Monday.
  const lines = `
    Offsite 2026-03-11 2026-03-17
    Audit   2026-03-12 2026-03-12
    Fair    2026-03-09 2026-03-11
    Move    2026-03-14`;
  assert.deepEqual(drawn(2, lines), ['FFFA.M.', '..OOOOO'], 'the week in which it begins');
  assert.deepEqual(drawn(3, lines), ['OO.....']);
  assert.deepEqual(drawn(4, lines), []);
});

test('a record that begins before the month and ends after it is shown on every day', () => {
  const lines = 'Repair 2026-01-05 2026-07-01';
  for (const week of weeks.keys()) assert.deepEqual(drawn(week, lines), ['RRRRRRR']);
  const [bar] = barsOf(weeks[0] ?? [], read(lines));
  assert.deepEqual([bar?.from, bar?.last, bar?.start, bar?.days], ['2026-01-05', '2026-07-01', 0, 7]);
});

test('records that begin together are sorted by length, then by list order', () => {
  const lines = `
    Chair 2026-03-10
    Bench 2026-03-10
    Door  2026-03-10 2026-03-13`;
  assert.deepEqual(drawn(2, lines), ['.DDDD..', '.C.....', '.B.....'].slice(0, 3));
});

test('a record without a start is not shown, one that ends before it begins is shown on its first day, and others outside the range are omitted', () => {
  const records = [
    { from: null, until: '2026-03-04' },
    { from: '2026-03-04', until: '2026-03-01' },
    { from: '2026-01-04', until: '2026-01-09' },
  ];
  assert.deepEqual(
    recordDaysIn(records, (record) => record, days).map(({ from, last }) => [from, last]),
    [['2026-03-04', '2026-03-04']],
  );
});

test('a record that ends at midnight ends on the previous day', () => {
  const moment = { kind: 'date and time' } as const;
  const zone = 'Europe/Berlin';
  assert.equal(lastDayOf('2026-03-14T23:00:00Z', moment, zone), '2026-03-14');
  assert.equal(lastDayOf('2026-03-14T23:00:01Z', moment, zone), '2026-03-15');
  assert.equal(lastDayOf('2026-03-15', { kind: 'date' }, zone), '2026-03-15');
  assert.equal(lastDayOf(null, moment, zone), null);
});

test('a date range names the month once, and the year if it differs', () => {
  const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0 ]/g, ' ');
  const range = (from: string, last: string, locale = 'en') => plain(rangeText({ from, last }, '2026', locale));
  assert.match(range('2026-03-12', '2026-03-15'), /^12 ?– ?15 Mar$/);
  assert.match(range('2026-03-30', '2026-04-02'), /^30 Mar ?– ?2 Apr$/);
  assert.match(range('2025-12-30', '2026-01-02'), /^30 Dec 2025 ?– ?2 Jan 2026$/);
  assert.match(range('2026-03-12', '2026-03-15', 'de'), /^12\. ?– ?15\. März$/);
});
