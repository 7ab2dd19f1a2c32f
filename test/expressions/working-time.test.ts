import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../../src/expressions/evaluate/compile.ts';
import { daysBetween, instantOf, parseInstant } from '../../src/fields/calendar/calendar.ts';
import {
  addWorkingDays,
  addWorkingTime,
  compileCalendar,
  earliestReaching,
  isWorkingDay,
  isWorkingTime,
  timeOf,
  workingTimeBetween,
} from '../../src/fields/calendar/working-time.ts';
import { row, scope, ZONE } from '../support/expressions/expressions.ts';
import {
  desk,
  problemsOver,
  relationOver,
  typedOver,
  valueOver,
  wordsOver,
} from '../support/expressions/expressions-desk.ts';
import { answer, isAnswerable } from '../support/expressions/relations.ts';

const HOUR = 3_600_000;
const week = [1, 2, 3, 4, 5];
const office = compileCalendar({
  hours: [{ days: week, from: '08:00', to: '18:00' }],
  holidays: ['2026-12-25', '2027-01-01'],
});
const split = compileCalendar({
  hours: [
    { days: week, from: '13:00', to: '17:00' },
    { days: week, from: '08:00', to: '12:00' },
  ],
  holidays: [],
});
const night = compileCalendar({
  hours: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }],
  holidays: ['2026-07-15'],
});
const always = compileCalendar({ hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }], holidays: [] });
const never = compileCalendar({ hours: [], holidays: [] });

/** An instant by the clocks of Berlin. */
const at = (text: string) => {
  const [date = '', time = ''] = text.split(' ');
  const [hours, minutes] = time.split(':').map(Number);
  return instantOf(date, ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000, ZONE);
};
const clockOf = (ms: number | null) =>
  ms === null ? null : new Date(ms).toLocaleString('sv-SE', { timeZone: ZONE }).slice(0, 16);

describe('working days', () => {
  // 2026-07-15 is a Wednesday, 2026-12-25 a Friday and a holiday.
  const cases: readonly (readonly [string, number, string])[] = [
    ['2026-07-15', 1, '2026-07-16'],
    ['2026-07-15', 2, '2026-07-17'],
    ['2026-07-15', 3, '2026-07-20'],
    ['2026-07-15', 5, '2026-07-22'],
    ['2026-07-18', 1, '2026-07-20'],
    ['2026-07-19', 1, '2026-07-20'],
    ['2026-07-18', 0, '2026-07-18'],
    ['2026-07-20', -1, '2026-07-17'],
    ['2026-07-18', -1, '2026-07-17'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-28', -1, '2026-12-24'],
    ['2026-12-31', 1, '2027-01-04'],
  ];
  for (const [date, count, expected] of cases) {
    test(`${count} from ${date} is ${expected}`, () => {
      assert.equal(addWorkingDays(date, count, office), expected);
    });
  }

  test('where there are none near, there is no date', () => {
    assert.equal(addWorkingDays('2026-07-15', 1, never), null);
    assert.equal(addWorkingDays('2026-07-15', 1e12, office), null);
    assert.equal(addWorkingDays('9999-12-30', 5, office), null);
    assert.equal(isWorkingDay('2026-12-25', office), false);
    assert.equal(isWorkingDay('2026-12-24', office), true);
  });

  test('the earliest date that reaches another splits all dates in two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: -12, max: 12 }),
        fc.integer({ min: -12, max: 12 }),
        (day, count, near) => {
          const date = (days: number) => new Date(Date.UTC(2026, 5, 1) + days * 86_400_000).toISOString().slice(0, 10);
          const least = date(day);
          const bound = earliestReaching(least, count, office);
          assert.ok(bound);
          const tried = date(day - count + near);
          assert.equal((addWorkingDays(tried, count, office) ?? '') >= least, tried >= bound);
        },
      ),
    );
  });
});

describe('working hours', () => {
  const added: readonly (readonly [string, number, string])[] = [
    ['2026-07-15 10:00', 4, '2026-07-15 14:00'],
    ['2026-07-15 10:00', 8, '2026-07-15 18:00'],
    ['2026-07-15 10:00', 9, '2026-07-16 09:00'],
    ['2026-07-17 17:00', 4, '2026-07-20 11:00'],
    ['2026-07-18 10:00', 1, '2026-07-20 09:00'],
    ['2026-07-15 03:00', 1, '2026-07-15 09:00'],
    ['2026-07-18 10:00', 0, '2026-07-18 10:00'],
    ['2026-12-24 17:00', 2, '2026-12-28 09:00'],
    ['2026-07-20 09:00', -2, '2026-07-17 17:00'],
    ['2026-07-20 09:00', -1, '2026-07-20 08:00'],
    ['2026-07-15 10:00', 40, '2026-07-21 10:00'],
  ];
  for (const [from, hours, expected] of added) {
    test(`${hours} from ${from} are over at ${expected}`, () => {
      assert.equal(clockOf(addWorkingTime(at(from), { days: 0, ms: hours * HOUR }, office, ZONE)), expected);
    });
  }

  test('days keep the time on the clocks and come before hours', () => {
    assert.equal(clockOf(addWorkingTime(at('2026-07-17 16:30'), { days: 1, ms: 0 }, office, ZONE)), '2026-07-20 16:30');
    assert.equal(
      clockOf(addWorkingTime(at('2026-07-17 16:30'), { days: 1, ms: 2 * HOUR }, office, ZONE)),
      '2026-07-21 08:30',
    );
    // The clocks go back on 2026-10-25, a Sunday.
    assert.equal(clockOf(addWorkingTime(at('2026-10-23 16:30'), { days: 1, ms: 0 }, office, ZONE)), '2026-10-26 16:30');
  });

  test('several spans a day may stand in any order, with a pause between them', () => {
    assert.equal(
      clockOf(addWorkingTime(at('2026-07-15 11:00'), { days: 0, ms: 2 * HOUR }, split, ZONE)),
      '2026-07-15 14:00',
    );
    assert.equal(workingTimeBetween(at('2026-07-15 08:00'), at('2026-07-15 17:00'), split, ZONE), 8 * HOUR);
    assert.equal(isWorkingTime(at('2026-07-15 12:30'), split, ZONE), false);
  });

  test('a span over midnight belongs to the day on which it begins, and so do its holidays', () => {
    assert.equal(workingTimeBetween(at('2026-07-13 12:00'), at('2026-07-14 12:00'), night, ZONE), 8 * HOUR);
    assert.equal(
      clockOf(addWorkingTime(at('2026-07-13 23:00'), { days: 0, ms: 8 * HOUR }, night, ZONE)),
      '2026-07-14 23:00',
    );
    assert.equal(isWorkingTime(at('2026-07-15 03:00'), night, ZONE), true, 'Tuesday night');
    assert.equal(isWorkingTime(at('2026-07-16 03:00'), night, ZONE), false, 'the night of the holiday');
    assert.equal(isWorkingTime(at('2026-07-18 03:00'), night, ZONE), true, 'Friday night ends on Saturday');
    assert.equal(isWorkingTime(at('2026-07-19 03:00'), night, ZONE), false);
    assert.equal(isWorkingTime(at('2026-07-14 06:00'), night, ZONE), false, 'its end is no longer in it');
  });

  test('where the clocks change within a span, the time that passes counts', () => {
    // 2026-03-29 has 23 hours, 2026-10-25 has 25.
    assert.equal(workingTimeBetween(at('2026-03-29 00:00'), at('2026-03-30 00:00'), always, ZONE), 23 * HOUR);
    assert.equal(workingTimeBetween(at('2026-10-25 00:00'), at('2026-10-26 00:00'), always, ZONE), 25 * HOUR);
    assert.equal(
      clockOf(addWorkingTime(at('2026-03-29 00:00'), { days: 0, ms: 23 * HOUR }, always, ZONE)),
      '2026-03-30 00:00',
    );
    const sunday = compileCalendar({ hours: [{ days: [7], from: '01:00', to: '04:00' }], holidays: [] });
    assert.equal(workingTimeBetween(at('2026-03-28 00:00'), at('2026-03-31 00:00'), sunday, ZONE), 2 * HOUR);
    assert.equal(workingTimeBetween(at('2026-10-24 00:00'), at('2026-10-27 00:00'), sunday, ZONE), 4 * HOUR);
  });

  test('between two moments it is negative where the second is the earlier', () => {
    assert.equal(workingTimeBetween(at('2026-07-17 17:00'), at('2026-07-20 09:00'), office, ZONE), 2 * HOUR);
    assert.equal(workingTimeBetween(at('2026-07-20 09:00'), at('2026-07-17 17:00'), office, ZONE), -2 * HOUR);
    assert.equal(workingTimeBetween(at('2026-07-18 09:00'), at('2026-07-19 09:00'), office, ZONE), 0);
    assert.equal(workingTimeBetween(0, at('2026-07-19 09:00'), office, ZONE), null, 'too far apart');
    assert.equal(addWorkingTime(at('2026-07-18 09:00'), { days: 0, ms: 1 }, never, ZONE), null);
  });

  test('what was added is what lies between', () => {
    const start = at('2026-03-20 00:00');
    fc.assert(
      fc.property(
        fc.constantFrom(office, split, night, always),
        fc.integer({ min: 0, max: 300 * HOUR }),
        fc.integer({ min: -60 * HOUR, max: 60 * HOUR }),
        (calendar, offset, length) => {
          const from = start + offset;
          const to = addWorkingTime(from, { days: 0, ms: length }, calendar, ZONE);
          assert.ok(to !== null);
          assert.equal(workingTimeBetween(from, to, calendar, ZONE), length);
        },
      ),
    );
  });

  test('the time of day is that of the clocks', () => {
    assert.equal(timeOf(parseInstant('2026-07-15T08:05:59Z') ?? 0, ZONE), '10:05');
    assert.equal(timeOf(parseInstant('2026-01-15T23:30:00Z') ?? 0, ZONE), '00:30');
  });
});

describe('working time in expressions', () => {
  const schema = desk();
  const raised = at('2026-07-17 17:00');
  const value = (text: string, values = {}) =>
    valueOver(schema, 'Ticket', text, { raised, wanted: '2026-07-17', ...values });

  test('it is added to moments and dates', () => {
    assert.equal(clockOf(value('raised + 4 working hours') as number), '2026-07-20 11:00');
    assert.equal(clockOf(value('raised + 1 working day') as number), '2026-07-20 17:00');
    assert.equal(clockOf(value('2 business days + raised') as number), '2026-07-21 17:00');
    assert.equal(clockOf(value('raised - 2 working hours') as number), '2026-07-17 15:00');
    assert.equal(clockOf(value('raised + ANSWER') as number), '2026-07-21 17:00');
    assert.equal(
      clockOf(value('raised + TARGET[priority]', { priority: 'P2' }) as number),
      '2026-07-21 15:00'.replace('21', '20'),
    );
    assert.equal(clockOf(value('raised + TARGET[priority]', { priority: 'P3' }) as number), '2026-07-22 17:00');
    assert.equal(clockOf(value('raised + 2 * 1 working day') as number), '2026-07-21 17:00');
    assert.equal(value('wanted + 5 working days'), '2026-07-24');
    assert.equal(value('addWorkingDays(wanted, 5)'), '2026-07-24');
    assert.equal(value('addWorkingDays(wanted, -1)'), '2026-07-16');
    assert.equal(value('addWorkingDays(wanted, rate)', { rate: 5 }), '2026-07-24');
    assert.equal(clockOf(value('addWorkingHours(raised, 4)') as number), '2026-07-20 11:00');
    assert.equal(value('wanted - 1 workday'), '2026-07-16');
    assert.equal(value('raised + TARGET[priority]', { priority: null }), undefined);
    assert.equal(value('wanted + 5 working days', { wanted: null }), undefined);
  });

  test('it is measured and compared', () => {
    const between = (text: string) => value(text, { raised: at('2026-07-14 09:00') });
    assert.equal(between('workingTime(raised, now) == 11 working hours'), true);
    assert.equal(between('workingTime(raised, now) > 10 hours'), true);
    assert.equal(between('hours(workingTime(raised, now))'), 1100);
    assert.equal(between('workingTime(now, raised) < 0 working hours'), true);
    assert.equal(between('isWorkingTime(raised) and isWorkingDay(raised) and isWorkingDay(today)'), true);
    assert.equal(value('isWorkingDay(wanted + 1 day)'), false);
    assert.equal(value('now > raised + ANSWER', { raised: at('2026-07-10 09:00') }), true);
  });

  test('without working hours, and where holidays are not shown, it is unknown', () => {
    const without = desk('');
    assert.equal(valueOver(without, 'Ticket', 'raised + 1 working day > now', { raised }), undefined);
    assert.equal(valueOver(without, 'Ticket', 'raised + 1 working day != now', { raised }), undefined);
    assert.equal(problemsOver(without, 'Ticket', 'raised + 1 working day > now')[0]?.severity, 'warning');
    const half = desk('| Working hours | Monday to Friday 08:00–18:00 | |\n| Holidays | not shown. | |');
    assert.equal(valueOver(half, 'Ticket', 'raised + 1 working day > now', { raised }), undefined);
    assert.deepEqual(problemsOver(half, 'Ticket', 'raised + 1 working day > now'), []);
    // What is unknown is still a moment, or a length: what is made of it is read as if it were shown.
    for (const text of [
      'raised + 4 working hours + rate * 1 working minute > now',
      '1 working hour + (raised + 4 working hours) > now',
      'workingTime(raised, now) * 5 < 4 working hours',
      '5 * workingTime(raised, now) < 4 working hours',
    ]) {
      assert.deepEqual(problemsOver(half, 'Ticket', text), [], text);
      assert.deepEqual(problemsOver(schema, 'Ticket', text), [], text);
      assert.equal(valueOver(half, 'Ticket', text, { raised, rate: 5 }), undefined, text);
    }
    const plain = desk('| Working hours | Monday to Friday 08:00–18:00 | |');
    assert.equal(valueOver(plain, 'Ticket', 'raised + 1 working day > now', { raised }), true);
  });

  const wrong: readonly (readonly [string, RegExp, RegExp])[] = [
    ['wanted + 5 working hours > today', /no time/, /working days/],
    ['workingTime(raised, now) > 1 working day', /How many hours a day has/, /working hours/],
    ['5 working days > 5 days', /How many hours a day has/, /working hours/],
    ['workingTime(wanted, today) > 1 hour', /needs a date and time/, /workingTime\(createdAt, now\)/],
    ['isWorkingTime(wanted)', /needs a date and time/, /isWorkingTime\(now\)/],
    ['wanted + 5 working dayz > today', /missing/, /./],
  ];
  for (const [text, message, next] of wrong) {
    test(`${text} is reported`, () => {
      const problem = problemsOver(schema, 'Ticket', text).find(({ severity }) => severity === 'error');
      assert.ok(problem, text);
      assert.match(`${problem.message}`, text.includes('dayz') ? /not a unit/ : message);
      assert.match(problem.next, next);
    });
  }

  test('a question about a date is asked with a bound, one about a moment can’t be', () => {
    for (const operator of ['<', '<=', '>', '>=']) {
      for (const text of [
        `wanted + 5 working days ${operator} today`,
        `today ${operator} wanted - 3 working days`,
        `wanted + ANSWER ${operator} today + 1 day`,
      ]) {
        const relation = relationOver(schema, 'Ticket', text);
        assert.ok(isAnswerable(relation), text);
        const evaluate = compile(typedOver(schema, 'Ticket', text), { zone: ZONE });
        for (let day = 1; day <= 31; day += 1) {
          const wanted = `2026-07-${String(day).padStart(2, '0')}`;
          assert.ok(daysBetween(wanted, '2026-07-15') < 40);
          const record = row(schema, 'Ticket', 'it', { wanted });
          const asked = scope({ row: record });
          assert.equal(answer(relation, asked, new Map([[null, record]])), evaluate(asked), `${text} for ${wanted}`);
        }
      }
    }
    assert.equal(isAnswerable(relationOver(schema, 'Ticket', 'raised + 5 working days < now')), false);
    assert.ok(isAnswerable(relationOver(schema, 'Ticket', 'raised < now - 5 working days')));
  });

  test('people read it', () => {
    assert.equal(
      wordsOver(schema, 'Ticket', 'now <= raised + 5 working days'),
      '5 working days after raised is now or later',
    );
    assert.equal(
      wordsOver(schema, 'Ticket', 'raised >= now - 1 working day'),
      'raised is 1 working day before now or later',
    );
    assert.equal(wordsOver(schema, 'Ticket', 'not isWorkingTime(raised)'), 'raised is not in working hours');
    assert.equal(
      wordsOver(schema, 'Ticket', 'workingTime(raised, now) <= 4 working hours'),
      'the working time from raised to now is at most 4 working hours',
    );
  });
});
