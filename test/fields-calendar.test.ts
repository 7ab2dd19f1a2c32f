import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as calendar from '../src/fields/calendar/calendar.ts';
import { fieldType } from '../src/fields/registry/lookup.ts';
import { formatter } from '../src/fields/text/format.ts';
import type { Duration } from '../src/fields/text/value.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2060, 0) });
const date = fc
  .integer({ min: -719_162, max: 2_932_896 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const of = (part: Partial<Duration>): Duration => ({ months: 0, days: 0, ms: 0, ...part });
const at = (text: string): number => calendar.parseInstant(text) ?? assert.fail(text);

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
/** `2026-11-03 14:30:00` by Intl, which shares no code with the calendar. */
const clock = (ms: number, timeZone: string): string => clocks.get(timeZone)?.format(ms) ?? assert.fail(timeZone);

/** Midnights (UTC) before the clocks of some zone change, from 2010 to 2014; Apia leaves out a whole day in 2011. */
const changes = zones.flatMap((where) => {
  const offset = (ms: number) => Date.parse(`${clock(ms, where).replace(' ', 'T')}Z`) - ms;
  const days = Array.from({ length: 1826 }, (_, day) => Date.UTC(2010, 0, 1) + day * 86_400_000);
  return days.filter((ms) => offset(ms) !== offset(ms + 86_400_000)).map((ms) => ({ ms, where }));
});

/** An instant, and so many days away from it a time that may be skipped or shown twice. */
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -24, max: 96 }), fc.integer({ min: -40, max: 40 }))
  .map(([{ ms, where }, halfHours, days]) => ({ ms: ms + halfHours * 1_800_000 - days * 86_400_000, where, days }));

test('dates are strict: a day exists or is none', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1900-02-29',
    '0000-01-01',
    '26-01-01',
    '2026-1-1',
    '+002026-01-01',
    '2026-01-01 ',
  ]) {
    assert.equal(calendar.parseDate(text), null, text);
  }
  for (const text of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])
    assert.equal(calendar.parseDate(text), text);
});

test('instants need a zone, exist, and come back as UTC', () => {
  assert.equal(calendar.formatInstant(at('2026-11-03T10:30+01:00')), '2026-11-03T09:30:00.000Z');
  assert.equal(calendar.formatInstant(at('2026-11-03T10:30:05.25Z')), '2026-11-03T10:30:05.250Z');
  for (const text of [
    '2026-11-03T10:30',
    '2026-11-03T25:00Z',
    '2026-11-03T10:60Z',
    '2026-11-03T10:30:60Z',
    '2026-11-31T10:30Z',
    '2026-11-03T10:30+24:00',
    '2026-11-03t10:30z',
    '2026-11-03T10:30:00.1234Z',
    '9999-12-31T23:59:59-01:00',
  ]) {
    assert.equal(calendar.parseInstant(text), null, text);
  }
  fc.assert(fc.property(instant, (ms) => assert.equal(calendar.parseInstant(calendar.formatInstant(ms)), ms)));
});

test('the date of an instant is the one on the clocks of the zone', () => {
  fc.assert(
    fc.property(instant, zone, (ms, where) => assert.equal(calendar.dateOf(ms, where), clock(ms, where).slice(0, 10))),
  );
  assert.equal(calendar.today(at('2026-11-03T23:30:00Z'), 'Europe/Berlin'), '2026-11-04');
});

test('a time that clocks skip moves forward, and of one that they show twice the first counts', () => {
  const later = (text: string, days: number) =>
    calendar.formatInstant(calendar.addToInstant(at(text), of({ days }), 'Europe/Berlin') ?? Number.NaN);
  assert.equal(later('2026-03-28T02:30:00+01:00', 1), '2026-03-29T01:30:00.000Z');
  assert.equal(later('2026-10-24T02:30:00+02:00', 1), '2026-10-25T00:30:00.000Z');
  assert.equal(later('2026-10-26T02:30:00+01:00', -1), '2026-10-25T00:30:00.000Z');
  assert.equal(later('2026-03-27T09:00:00+01:00', 3), '2026-03-30T07:00:00.000Z');
});

test('a span without months and days is exact, within an hour shown twice too', () => {
  const second = at('2026-10-25T02:30:00+01:00');
  assert.equal(calendar.addToInstant(second, of({}), 'Europe/Berlin'), second);
  assert.equal(calendar.addToInstant(second, of({ ms: 3_600_000 }), 'Europe/Berlin'), second + 3_600_000);
});

test('adding days keeps the time of day on the clocks, unless they skip it', () => {
  fc.assert(
    fc.property(nearChange, ({ ms, where, days }) => {
      const moved = calendar.addToInstant(ms, of({ days }), where) ?? assert.fail();
      const day = calendar.addToDate(calendar.dateOf(ms, where) ?? assert.fail(), of({ days })) ?? assert.fail();
      const wanted = `${day} ${clock(ms, where).slice(11)}`;
      const got = clock(moved, where);
      assert.ok(got >= wanted, `${got} < ${wanted}`);
      // Later than wanted only where no instant shows the wanted time; the hour before must not.
      if (got !== wanted)
        for (let back = 1; back <= 48; back++) assert.notEqual(clock(moved - back * 1_800_000, where), wanted);
      // The first of two: no earlier instant within a day shows the same.
      else for (let back = 1; back <= 4; back++) assert.notEqual(clock(moved - back * 1_800_000, where), wanted);
    }),
    { numRuns: 300 },
  );
});

test('two moments of a second stay as far apart, whatever was asked between', () => {
  const part = fc.integer({ min: 0, max: 999 });
  fc.assert(
    fc.property(nearChange, part, part, fc.nat(10_000), ({ ms, where, days }, one, other, more) => {
      const second = Math.floor(ms / 1000) * 1000;
      const later = (part: number, extra: number) =>
        calendar.addToInstant(second + part, of({ days, ms: extra }), where) ?? assert.fail();
      const first = later(one, 0);
      calendar.addToInstant(second + one, of({ days: days + 1 }), where);
      calendar.addToInstant(second + one, of({ days }), where === 'UTC' ? 'Asia/Tokyo' : 'UTC');
      calendar.addToInstant(second + 1000 + one, of({ days }), where);
      assert.equal(later(other, more) - first, other - one + more);
      assert.equal(later(one, 0), first);
    }),
  );
});

test('months come before days, and end on the last day that there is', () => {
  assert.equal(calendar.addToDate('2026-01-31', of({ months: 1 })), '2026-02-28');
  assert.equal(calendar.addToDate('2024-01-31', of({ months: 1, days: 1 })), '2024-03-01');
  assert.equal(calendar.addToDate('2026-03-31', of({ months: -13 })), '2025-02-28');
  assert.equal(calendar.addToDate('2026-01-01', of({ ms: 36 * 3_600_000 })), '2026-01-02');
});

test('outside the years 1 to 9999 there is no date and no instant', () => {
  assert.equal(calendar.addToDate('9999-12-31', of({ days: 1 })), null);
  assert.equal(calendar.addToDate('0001-01-01', of({ days: -1 })), null);
  assert.equal(calendar.addToDate('2026-01-01', of({ months: 1e15 })), null);
  assert.equal(calendar.addToDate('2026-01-01', of({ days: 1e15 })), null);
  assert.equal(calendar.addToInstant(0, of({ ms: Number.MAX_SAFE_INTEGER }), 'UTC'), null);
});

test('an instant whose date on the clocks is outside the calendar has no date, no beginning, and is not moved by days', () => {
  const [last, first] = [at('9999-12-31T23:59:59.999Z'), at('0001-01-01T00:00:00Z')];
  for (const [ms, where, nearest] of [
    [last, 'Europe/Berlin', '9999-12-31'],
    [first, 'America/New_York', '0001-01-01'],
  ] as const) {
    assert.equal(calendar.dateOf(ms, where), null);
    assert.equal(calendar.nearestDate(ms, where), nearest);
    for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const)
      assert.equal(calendar.startOfUnitAt(ms, unit, where), null);
    for (const part of [{ days: 1 }, { days: -1 }, { months: 1 }, { months: -1 }])
      assert.equal(calendar.addToInstant(ms, of(part), where), null, JSON.stringify(part));
  }
  assert.equal(calendar.dateOf(last, 'America/New_York'), '9999-12-31');
  assert.equal(calendar.dateOf(first, 'Europe/Berlin'), '0001-01-01');
  // The date is there, and its beginning comes before all instants.
  assert.equal(calendar.startOfUnitAt(first, 'day', 'Europe/Berlin'), null);
  assert.equal(calendar.addToInstant(last, of({ days: 1 }), 'America/New_York'), null);
  assert.equal(calendar.addToInstant(last, of({ days: -1 }), 'America/New_York'), last - 86_400_000);
  assert.equal(calendar.addToInstant(first, of({ days: 1 }), 'Europe/Berlin'), first + 86_400_000);
});

test('days added are days between', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      const to = calendar.addToDate(from, of({ days }));
      if (to !== null) assert.deepEqual(calendar.dateDifference(to, from), of({ days: days + 0 }));
    }),
  );
});

test('a unit begins where the unit before it ends', () => {
  fc.assert(
    fc.property(date, fc.constantFrom('day', 'week', 'month', 'quarter', 'year'), (day, unit) => {
      const start = calendar.startOfUnit(day, unit);
      const next = calendar.addToDate(start, calendar.durationOfUnit(unit));
      assert.ok(start <= day && (next === null || day < next), `${start} ${day} ${next}`);
      assert.equal(calendar.startOfUnit(start, unit), start);
      if (unit === 'week') assert.equal(new Date(`${start}T00:00:00Z`).getUTCDay(), 1);
    }),
  );
  assert.equal(calendar.startOfUnit('2026-11-03', 'quarter'), '2026-10-01');
});

test('a unit begins at the first instant that has its date', () => {
  fc.assert(
    fc.property(instant, zone, fc.constantFrom('day', 'month', 'year'), (ms, where, unit) => {
      const start = calendar.startOfUnitAt(ms, unit, where) ?? assert.fail();
      assert.ok(start <= ms);
      const day = calendar.dateOf(ms, where) ?? assert.fail();
      assert.equal(calendar.dateOf(start, where), calendar.startOfUnit(day, unit));
      assert.ok(clock(start - 1000, where) < clock(start, where));
    }),
    { numRuns: 200 },
  );
});

test('durations compare where it does not depend on the month', () => {
  const sign = (a: Partial<Duration>, b: Partial<Duration>) => {
    const order = calendar.compareDurations(of(a), of(b));
    return order === null ? null : Math.sign(order);
  };
  assert.equal(sign({ days: 1 }, { ms: 86_400_000 }), 0);
  assert.equal(sign({ months: 1 }, { days: 30 }), null);
  assert.equal(sign({ months: 1 }, { days: 27 }), 1);
  assert.equal(sign({ months: 12 }, { days: 367 }), -1);
  assert.equal(sign({ days: 400 }, { months: 12 }), 1);
  assert.equal(sign({ months: 12 }, { months: 11 }), 1);
});

test('a cell without an offset is a time on the clocks of the document', () => {
  const parse = (text: string) => fieldType('date and time').parse(text, { kind: 'date and time' }, 'Europe/Berlin');
  assert.deepEqual(parse('2026-11-03 14:30'), { value: at('2026-11-03T13:30:00Z') });
  assert.deepEqual(parse('2026-11-03'), { value: at('2026-11-02T23:00:00Z') });
  assert.ok('problem' in parse('2026-11-03 25:00'));
  assert.ok('problem' in parse('0001-01-01'));
});

test('time reads for people in the document’s language and zone', () => {
  const english = formatter({ language: 'en', zone: 'Europe/Berlin' });
  assert.equal(english.date('2026-11-03'), '3 Nov 2026');
  assert.equal(english.instant(at('2026-11-03T23:30:00Z')), '4 Nov 2026, 00:30');
  assert.equal(english.interval('2026-10-01', 'quarter'), 'Q4 2026');
  assert.equal(english.interval('2026-11-01', 'month'), 'Nov 2026');
  assert.equal(english.duration(of({ days: 90 })), '90 days');
  assert.equal(english.duration(of({ days: 1 })), '1 day');
  assert.equal(english.duration(of({ months: 18, ms: 5_400_000 })), '1 year, 6 months, 1 hour, 30 minutes');
  assert.equal(english.duration(of({})), '0 days');
  const german = formatter({ language: 'de', zone: 'Europe/Berlin' });
  assert.equal(german.duration(of({ days: 3 })), '3 Tage');
  assert.equal(german.date('2026-11-03'), '03.11.2026');
  assert.equal(formatter({ language: 'en-US', zone: 'UTC' }).date('2026-11-03'), 'Nov 3, 2026');
});

test('an unknown language or zone falls back to English and UTC instead of failing', () => {
  const format = formatter({ language: 'not a language', zone: 'Middle/Earth' });
  assert.deepEqual([format.language, format.zone], ['en', 'UTC']);
  assert.equal(format.instant(0), '1 Jan 1970, 00:00');
});

test('sizes count thousands', () => {
  const format = formatter({ language: 'en', zone: 'UTC' });
  assert.deepEqual([0, 1, 999, 1000, 1_500_000, 10_000_000, 999_960].map(format.bytes), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.5 MB',
    '10 MB',
    '1 MB',
  ]);
});
