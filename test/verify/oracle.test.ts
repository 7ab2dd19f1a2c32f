import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import {
  addToDay,
  addToInstant,
  dayIn,
  dayOf,
  dayText,
  firstDay,
  instantOf,
  instantText,
  startOfDayIn,
} from '../../src/verify/evaluator/calendar.ts';
import { callFunction } from '../../src/verify/evaluator/functions.ts';
import { projectText, readSources } from '../support/house/sources.ts';
import { runTable } from '../support/tables/generated-table.ts';
import { readTable } from '../support/tables/table.ts';

/** The oracle, and what it evaluates expressions and rules with. */
const ORACLE = /^src\/verify\/(?:evaluator|oracle-rules|oracle)\//;

describe('the oracle', () => {
  test('shares no code with what it judges', () => {
    const own = readSources().filter(({ path }) => ORACLE.test(path));
    assert.notEqual(own.length, 0);
    const foreign = own.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target, typeOnly }) =>
            !ORACLE.test(target) &&
            !(typeOnly && target.startsWith('src/model/')) &&
            // A pattern of the document can hang any engine of patterns that is not linear.
            target !== 're2js',
        )
        .map(({ target }) => `${path} imports ${target}`),
    );
    assert.deepEqual(foreign, []);
  });

  test('answers every row of the hand-typed table that is about records, events and what one can do', () => {
    const { model } = readDocument(projectText('examples/expense-claims.md'));
    const table = readTable(projectText('examples/expense-claims.expect.tsv'));
    const { disagreements, compared } = runTable(assume(model), table);
    assert.ok(compared > 600, `only ${compared} rows were compared`);
    const lines = disagreements.map(
      ({ row, answered }) =>
        `${row.no} ${row.person} ${row.record} ${row.action} ${row.input}: expected ${row.answer}, got ${answered}`,
    );
    assert.deepEqual(lines, []);
  });
});

describe("the oracle's calendar", () => {
  const day = (text: string): number => dayOf(text) ?? assert.fail(text);
  const instant = (text: string): number => instantOf(text) ?? assert.fail(text);

  test('knows the days that there are', () => {
    for (const text of ['1970-01-01', '2024-02-29', '1999-12-31', '0001-01-01', '9999-12-31'])
      assert.equal(dayText(day(text)), text);
    for (const text of ['2026-02-29', '1900-02-29', '2026-13-01', '0000-01-01', '26-01-01'])
      assert.equal(dayOf(text), null);
    assert.equal(day('2026-11-20'), Date.UTC(2026, 10, 20) / 86_400_000);
  });

  test('adds months to the end of a shorter month', () => {
    assert.equal(dayText(addToDay(day('2026-01-31'), { months: 1, days: 0, ms: 0 }) ?? 0), '2026-02-28');
    assert.equal(dayText(addToDay(day('2024-03-31'), { months: -1, days: 0, ms: 0 }) ?? 0), '2024-02-29');
  });

  test('finds the beginnings of periods', () => {
    const of = day('2026-11-20');
    const found = (['Day', 'Week', 'Month', 'Quarter', 'Year'] as const).map((period) => dayText(firstDay(period, of)));
    assert.deepEqual(found, ['2026-11-20', '2026-11-16', '2026-11-01', '2026-10-01', '2026-01-01']);
  });

  test('goes by the clock of the zone where the clocks change', () => {
    const zone = 'Europe/Berlin';
    const later = (from: string, days: number): string =>
      instantText(addToInstant(zone, instant(from), { months: 0, days, ms: 0 }) ?? assert.fail(from));
    assert.equal(later('2026-03-28T01:30:00Z', 1), '2026-03-29T01:30:00.000Z');
    assert.equal(later('2026-10-24T00:30:00Z', 1), '2026-10-25T00:30:00.000Z');
    assert.equal(instantText(startOfDayIn(zone, day('2026-07-01'))), '2026-06-30T22:00:00.000Z');
    assert.equal(dayText(dayIn(zone, instant('2026-11-20T23:00:00Z'))), '2026-11-21');
  });

  test('ends with the years 1 and 9999', () => {
    const by = (part: { months?: number; days?: number; ms?: number }) => ({ months: 0, days: 0, ms: 0, ...part });
    const [last, first] = [instant('9999-12-31T23:59:59.999Z'), instant('0001-01-01T00:00:00Z')];
    assert.equal(instantOf('9999-12-31T23:59:59-01:00'), null);
    assert.equal(addToDay(day('9999-12-31'), by({ days: 1 })), null);
    assert.equal(addToDay(day('0001-01-01'), by({ months: -1 })), null);
    assert.equal(addToInstant('UTC', last, by({ ms: 1 })), null);
    const { model } = readDocument('');
    for (const [ms, zone] of [
      [last, 'Europe/Berlin'],
      [first, 'America/New_York'],
    ] as const) {
      for (const days of [1, -1]) assert.equal(addToInstant(zone, ms, by({ days })), null);
      for (const name of ['date', 'year', 'startOfDay', 'startOfWeek', 'startOfYear'])
        assert.equal(callFunction(name, [{ k: 'instant', ms }], { model, zone }), undefined, name);
    }
    assert.equal(
      callFunction('startOfDay', [{ k: 'instant', ms: first }], { model, zone: 'Europe/Berlin' }),
      undefined,
    );
    assert.equal(addToInstant('Europe/Berlin', first, by({ days: 1 })), first + 86_400_000);
    assert.equal(addToInstant('America/New_York', last, by({ days: -1 })), last - 86_400_000);
  });
});
