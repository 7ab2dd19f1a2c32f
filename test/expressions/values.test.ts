import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Value } from '../../src/fields/text/value.ts';
import { evaluate, NOW, row, things, without } from '../support/expressions/expressions.ts';

const schema = things();

/** E: empty, U: unknown (not loaded); else the value. */
type Cell = string;

function thing(fields: Readonly<Record<string, Cell>>, read: (cell: Cell) => Value) {
  const given = Object.entries(fields).filter(([, cell]) => cell !== 'U');
  const values = Object.fromEntries(given.map(([name, cell]) => [name, cell === 'E' ? null : read(cell)]));
  const unknown = Object.keys(fields).filter((name) => fields[name] === 'U');
  return without(row(schema, 'Thing', 't1', values), ...unknown);
}

/** T, F, ?, E or the value. */
function shown(outcome: unknown): string {
  if (outcome === undefined) return '?';
  if (outcome === null) return 'E';
  return outcome === true ? 'T' : outcome === false ? 'F' : String(outcome);
}

function table(
  operators: readonly string[],
  of: (operator: string) => string,
  rows: readonly string[],
  fields: readonly [string, string],
  read: (cell: Cell) => Value,
) {
  for (const line of rows) {
    const [a = '', b = '', ...answers] = line.trim().split(/\s+/);
    operators.forEach((operator, index) => {
      const text = of(operator);
      const found = evaluate(schema, text, { row: thing({ [fields[0]]: a, [fields[1]]: b }, read) });
      assert.equal(shown(found), answers[index], `${text} over ${a}, ${b}`);
    });
  }
}

describe('three values (M1)', () => {
  test('== and != are true or false over every value, empties included; what was not loaded is unknown', () => {
    const rows = [
      '2 2 T F',
      '2 3 F T',
      '2 E F T',
      'E 2 F T',
      'E E T F',
      '2 U ? ?',
      'U 2 ? ?',
      'E U ? ?',
      'U E ? ?',
      'U U ? ?',
    ];
    table(['==', '!='], (operator) => `n ${operator} m`, rows, ['n', 'm'], Number);
    table(
      ['==', '!='],
      (operator) => `due ${operator} begun`,
      rows.map((line) => line.replaceAll(/\b([23])\b/g, '2026-01-0$1')),
      ['due', 'begun'],
      String,
    );
    table(['==', '!='], (operator) => `owner ${operator} helper`, rows, ['owner', 'helper'], String);
    table(['==', '!='], (operator) => `title ${operator} note`, rows, ['title', 'note'], String);
  });

  test('comparing with null tells empty from given', () => {
    for (const [cell, equal, different] of [
      ['2', 'F', 'T'],
      ['E', 'T', 'F'],
      ['U', '?', '?'],
    ] as const) {
      const of = { row: thing({ n: cell }, Number) };
      assert.equal(shown(evaluate(schema, 'n == null', of)), equal);
      assert.equal(shown(evaluate(schema, 'null != n', of)), different);
    }
  });

  test('order over an empty or unknown operand is unknown', () => {
    const rows = [
      '2 2 F T F T',
      '2 3 T T F F',
      '3 2 F F T T',
      '-1 0 T T F F',
      ...['2 E', 'E 2', 'E E', '2 U', 'U 2', 'E U', 'U E', 'U U'].map((pair) => `${pair} ? ? ? ?`),
    ];
    table(['<', '<=', '>', '>='], (operator) => `n ${operator} m`, rows, ['n', 'm'], Number);
  });

  test('arithmetic over an empty or unknown operand is unknown', () => {
    const rows = [
      '7 2 9 5 14 1',
      '-7 2 -5 -9 -14 -1',
      '0 5 5 -5 0 0',
      ...['2 E', 'E 2', 'E E', '2 U', 'U 2', 'U U', 'E U'].map((pair) => `${pair} ? ? ? ?`),
    ];
    table(['+', '-', '*', '%'], (operator) => `n ${operator} m`, rows, ['n', 'm'], Number);
    assert.equal(shown(evaluate(schema, 'n % m', { row: thing({ n: '1', m: '0' }, Number) })), '?');
    assert.equal(shown(evaluate(schema, '-n', { row: thing({ n: 'E' }, Number) })), '?');
    assert.equal(shown(evaluate(schema, '-n', { row: thing({ n: '0' }, Number) })), '0');
  });

  test('and, or and not are Kleene’s', () => {
    const rows = [
      'true true T T',
      'true false F T',
      'false true F T',
      'false false F F',
      'true E ? T',
      'E true ? T',
      'false E F ?',
      'E false F ?',
      'E E ? ?',
      'true U ? T',
      'U true ? T',
      'false U F ?',
      'U false F ?',
      'U U ? ?',
      'E U ? ?',
    ];
    table(
      ['and', 'or'],
      (operator) => `flag ${operator} other`,
      rows,
      ['flag', 'other'],
      (cell) => cell === 'true',
    );
    for (const [cell, answer] of [
      ['true', 'F'],
      ['false', 'T'],
      ['E', '?'],
      ['U', '?'],
    ] as const) {
      assert.equal(
        shown(evaluate(schema, 'not flag', { row: thing({ flag: cell }, (text) => text === 'true') })),
        answer,
      );
    }
  });

  test('in over an empty item is unknown, and an empty element matches nothing', () => {
    const rows = ['2 2 T F', '2 3 F T', 'E 2 ? ?', 'E E ? ?', 'U 2 ? ?', '2 E F T', '2 U ? ?', '1 U T F'];
    table(['in', 'not in'], (operator) => `n ${operator} [m, 1]`, rows, ['n', 'm'], Number);
    table(
      ['in', 'not in'],
      (operator) => `n ${operator} [1, 2]`,
      ['2 E T F', '3 E F T', 'E E ? ?', 'U E ? ?'],
      ['n', 'm'],
      Number,
    );
  });

  test('?: takes a side only where the test is known', () => {
    for (const [cell, answer] of [
      ['true', '1'],
      ['false', '2'],
      ['E', '?'],
      ['U', '?'],
    ] as const) {
      assert.equal(
        shown(evaluate(schema, 'flag ? 1 : 2', { row: thing({ flag: cell }, (text) => text === 'true') })),
        answer,
      );
    }
  });

  test('whatever a calculation over an empty operand gives equals nothing, the empty value included', () => {
    const empty = { row: thing({ n: 'E', m: 'E' }, Number) };
    for (const text of ['n + 1 == 3', 'n + 1 == m + 1', 'n + 1 == null', 'n + 1 == m']) {
      assert.equal(evaluate(schema, text, empty), false, text);
      assert.equal(evaluate(schema, text.replace('==', '!='), empty), true, text);
    }
    const missing = { row: thing({ n: 'U', m: 'E' }, Number) };
    for (const text of ['n + 1 == 3', 'n + 1 != 3', 'n + 1 == m'])
      assert.equal(evaluate(schema, text, missing), undefined, text);
  });

  test('functions over an empty operand are unknown, but for coalesce', () => {
    const empty = { row: row(schema, 'Thing', 't1', { m: 4 }) };
    for (const text of [
      'round(rate, 1)',
      'abs(n)',
      'cents(price)',
      'size(title)',
      'title.contains("a")',
      'lower(note)',
      'startOfMonth(due)',
      'date(sent)',
      'year(due)',
      'daysBetween(due, begun)',
      'max(n, m)',
    ]) {
      assert.equal(evaluate(schema, text, empty), undefined, text);
    }
    assert.equal(evaluate(schema, 'coalesce(n, m)', empty), 4);
    assert.equal(evaluate(schema, 'coalesce(n, LIMIT2)', { row: row(schema, 'Thing', 't', { n: 1 }) }), 1);
    assert.equal(evaluate(schema, 'coalesce(n, m)', { row: thing({ n: 'U', m: '4' }, Number) }), undefined);
  });
});

describe('people', () => {
  const ruth = row(schema, 'Member', 'ruth', {
    name: 'Ruth',
    boss: 'miro',
    role: 'Boss',
    roles: ['Boss', 'Staff'],
    score: 3,
  });
  const miro = row(schema, 'Member', 'miro', { name: 'Miro' });
  const find = (_: string, id: string) => (id === 'ruth' ? ruth : id === 'miro' ? miro : null);
  const owned = row(schema, 'Thing', 't1', { owner: 'ruth', helper: 'miro' });

  test('me compares with references by id', () => {
    assert.equal(evaluate(schema, 'owner == me', { row: owned, me: ruth, find }), true);
    assert.equal(evaluate(schema, 'me != owner', { row: owned, me: miro, find }), true);
    assert.equal(evaluate(schema, 'owner.boss == me', { row: owned, me: miro, find }), true);
    assert.equal(evaluate(schema, 'me in [helper, owner.boss]', { row: owned, me: miro, find }), true);
    assert.equal(evaluate(schema, 'owner == me', { row: row(schema, 'Thing', 't2'), me: ruth, find }), false);
  });

  test('a guest equals nothing, the empty value included', () => {
    const empty = row(schema, 'Thing', 't2');
    for (const thing of [owned, empty]) {
      for (const text of [
        'owner == me',
        'me == owner',
        'me == null',
        'owner.boss == me',
        'me == me',
        'owner.score == me.score',
        'me.score == null',
        'me in [owner, helper]',
      ]) {
        assert.equal(evaluate(schema, text, { row: thing, find }), false, text);
        const opposite = text.includes(' in ') ? text.replace(' in ', ' not in ') : text.replace('==', '!=');
        assert.equal(evaluate(schema, opposite, { row: thing, find }), true, opposite);
      }
      assert.equal(evaluate(schema, 'me.score > 1', { row: thing, find }), undefined);
    }
  });

  test('a path through an empty reference is empty, through one that is not loaded unknown', () => {
    const empty = row(schema, 'Thing', 't2');
    assert.equal(evaluate(schema, 'owner.boss.score == null', { row: empty, find }), true);
    assert.equal(evaluate(schema, 'owner.boss.score == null', { row: owned, find: () => undefined }), undefined);
    assert.equal(evaluate(schema, 'owner.boss != me', { row: owned, me: ruth, find: () => undefined }), undefined);
    assert.equal(evaluate(schema, 'owner.boss == null', { row: owned, find: () => null }), true);
  });

  test('roles are looked up in the set that a person holds', () => {
    assert.equal(evaluate(schema, 'Boss in me.roles', { row: owned, me: ruth, find }), true);
    assert.equal(evaluate(schema, 'me.role == Staff', { row: owned, me: ruth, find }), false);
    assert.equal(evaluate(schema, 'Boss in me.roles', { row: owned, me: miro, find }), undefined);
  });

  test('on create there is no record before, so that its fields are empty', () => {
    assert.equal(evaluate(schema, 'old.n == null', { row: owned }), true);
    assert.equal(
      evaluate(schema, 'old.n == n', {
        row: row(schema, 'Thing', 't', { n: 2 }),
        old: row(schema, 'Thing', 't', { n: 2 }),
      }),
      true,
    );
  });
});

describe('what is not shown', () => {
  test('is unknown, also under == and !=, and never permits', () => {
    const of = { row: row(schema, 'Thing', 't', { n: 2 }) };
    for (const text of [
      'n == HIDDEN',
      'n != HIDDEN',
      'HIDDEN == null',
      'HIDDEN != null',
      'n <= HIDDEN',
      'n + HIDDEN > 1',
      'n in [HIDDEN, 3]',
      'n not in [HIDDEN, 3]',
      'n != ON_HIDDEN',
      'n < ROUND_A',
    ]) {
      assert.equal(evaluate(schema, text, of), undefined, text);
    }
    assert.equal(evaluate(schema, 'n in [HIDDEN, 2]', of), true);
    assert.equal(evaluate(schema, 'n == HIDDEN or n == 2', of), true);
    assert.equal(evaluate(schema, 'n == HIDDEN and n == 3', of), false);
  });
});

describe('numbers (M3)', () => {
  const price = row(schema, 'Thing', 't', {
    price: 1001,
    cost: 2,
    rate: 1500,
    n: 3,
    dollars: 500,
    any: { amount: 500, currency: 'USD' },
  });
  const of = { row: price };

  test('are exact at the larger scale', () => {
    assert.equal(evaluate(schema, '0.1 + 0.2 == 0.3', of), true);
    assert.equal(evaluate(schema, 'price == 10.01 EUR', of), true);
    assert.equal(evaluate(schema, 'rate == 1.5 and n == 3.0', of), true);
    assert.equal(evaluate(schema, 'price * rate > 15.014 EUR', of), true);
    assert.equal(evaluate(schema, 'price * rate < 15.016 EUR', of), true);
    assert.equal(evaluate(schema, 'price - 10 EUR == 0.01 EUR and price > 0 and 0 < price', of), true);
    assert.equal(evaluate(schema, 'LIMIT * FACTOR == 37.5 EUR and TWICE == 50 EUR', of), true);
  });

  test('are rounded once, half away from zero', () => {
    const eur = { t: 'number', scale: 2, unit: 'EUR' } as const;
    assert.equal(evaluate(schema, 'price * 0.5', of, eur), 501);
    assert.equal(evaluate(schema, 'price * -0.5', of, eur), -501);
    assert.equal(evaluate(schema, 'round(price / 3, 2)', of), 334);
    assert.equal(evaluate(schema, 'round(price / cost * 100, 1)', of), 500500);
    assert.equal(evaluate(schema, 'round((0 - n) / 2, 0)', of), -2);
    assert.equal(evaluate(schema, 'round(n / (n - 3), 2)', of), undefined);
    assert.equal(evaluate(schema, 'round(1 / 3 + 1 / 3 + 1 / 3, 0)', of), 1);
    assert.equal(evaluate(schema, 'round(rate, 0)', of), 2);
    assert.equal(evaluate(schema, 'cents(price)', of), 1001);
  });

  test('that grow too large are unknown, and the scope is told', () => {
    let told = 0;
    const huge = { row: row(schema, 'Thing', 't', { n: 9_000_000_000_000 }), tooLarge: () => told++ };
    for (const text of ['n * n', 'n * 1000000 + 1', 'round(n * n / 1, 0)'])
      assert.equal(evaluate(schema, text, huge), undefined, text);
    assert.equal(told, 3);
  });

  test('money of any currency compares where the currencies agree', () => {
    assert.equal(evaluate(schema, 'any == dollars', of), true);
    assert.equal(evaluate(schema, 'any > 4.99 USD', of), true);
    assert.equal(evaluate(schema, 'any > 1 EUR', of), undefined);
    assert.equal(evaluate(schema, 'any == 5 EUR', of), false);
    assert.equal(evaluate(schema, 'any > 0', of), true);
    assert.deepEqual(evaluate(schema, 'any + 1 USD', of), { amount: 600, currency: 'USD' });
    assert.equal(evaluate(schema, 'any + 1 EUR', of), undefined);
  });
});

describe('time (M5)', () => {
  const of = {
    row: row(schema, 'Thing', 't', { due: '2026-07-15', begun: '2026-01-31', sent: NOW, seen: NOW - 3_600_000 }),
    now: NOW,
  };

  test('today is the date in the document’s zone', () => {
    assert.equal(evaluate(schema, 'due == this.today', of), false);
    const late = { ...of, now: Date.parse('2026-07-14T22:30:00Z') };
    assert.equal(evaluate(schema, 'due == date(now)', late), true);
  });

  test('calendar units go by the calendar, hours are exact', () => {
    assert.equal(evaluate(schema, 'begun + 1 month', of), '2026-02-28');
    assert.equal(evaluate(schema, 'due - 90 days', of), '2026-04-16');
    assert.equal(evaluate(schema, 'due - WINDOW == "2026-04-16"', of), true);
    assert.equal(evaluate(schema, 'sent - seen == 60 minutes', of), true);
    assert.equal(evaluate(schema, 'sent - 2 hours < seen', of), true);
    assert.equal(evaluate(schema, 'due - begun > 5 months', of), true);
    assert.equal(evaluate(schema, '2 weeks == 14 days and 24 hours <= 1 day', of), true);
    assert.equal(evaluate(schema, '1 month > 30 days', of), undefined);
    assert.equal(evaluate(schema, 'due + 9000 years', of), undefined);
  });

  test('beginnings of units', () => {
    assert.equal(evaluate(schema, 'startOfMonth(due)', of), '2026-07-01');
    assert.equal(evaluate(schema, 'startOfQuarter(begun)', of), '2026-01-01');
    assert.equal(evaluate(schema, 'startOfWeek(due)', of), '2026-07-13');
    assert.equal(evaluate(schema, 'startOfDay(sent)', of), Date.parse('2026-07-14T22:00:00Z'));
    assert.equal(evaluate(schema, 'startOfYear(sent)', of), Date.parse('2025-12-31T23:00:00Z'));
    assert.equal(evaluate(schema, 'year(due) * 100 + month(due)', of), 202607);
    assert.equal(evaluate(schema, 'weekday(due) == 3 and day(due) == 15', of), true);
  });

  test('whole units between dates', () => {
    const cases: readonly (readonly [string, string, number, number, number])[] = [
      ['2026-01-31', '2026-02-28', 28, 0, 0],
      ['2026-01-15', '2026-02-15', 31, 1, 0],
      ['2008-07-16', '2026-07-15', 6573, 215, 17],
      ['2008-07-15', '2026-07-15', 6574, 216, 18],
      ['2026-02-15', '2026-01-15', -31, -1, 0],
    ];
    for (const [begun, due, days, months, years] of cases) {
      const at = { row: row(schema, 'Thing', 't', { begun, due }) };
      assert.equal(evaluate(schema, 'daysBetween(begun, due)', at), days);
      assert.equal(evaluate(schema, 'monthsBetween(begun, due)', at), months, `${begun} ${due}`);
      assert.equal(evaluate(schema, 'yearsBetween(begun, due)', at), years);
    }
  });

  test('a closure that is asked at another time answers anew', () => {
    assert.equal(evaluate(schema, 'sent <= now', of), true);
    assert.equal(evaluate(schema, 'sent <= now - 1 day', { ...of, now: NOW + 86_400_000 }), true);
  });
});

describe('texts, choices and files', () => {
  const of = {
    row: row(schema, 'Thing', 't', {
      title: 'Straße 🙂',
      kind: 'In between',
      status: 'Draft',
      scan: { file: 'f', name: 'a.pdf', size: 10_000_000, mediaType: 'application/pdf' },
    }),
  };

  test('texts are compared letter by letter and counted in code points', () => {
    assert.equal(evaluate(schema, 'size(title)', of), 8);
    assert.equal(
      evaluate(
        schema,
        'title.contains("aß") and not title.contains("AS") and title.startsWith("S") and title.endsWith("🙂")',
        of,
      ),
      true,
    );
    assert.equal(evaluate(schema, 'title + "!"', of), 'Straße 🙂!');
    assert.equal(evaluate(schema, 'upper("ab") == "AB" and lower("AB") == "ab"', of), true);
  });

  test('choices go by name, also those with a space', () => {
    assert.equal(evaluate(schema, 'kind == "In between" and status == Draft and Status.Sent != status', of), true);
    assert.equal(evaluate(schema, 'kind in [Small, Kind.Big]', of), false);
  });

  test('a file has a size and a name', () => {
    assert.equal(evaluate(schema, 'scan.size <= BIG and scan.name == "a.pdf" and scan != null', of), true);
  });
});

describe('lists', () => {
  const part = (id: string, amount: number | null, count: number | null = null) =>
    row(schema, 'Part', id, { amount, count });
  const list = (...parts: readonly Value[]) => ({ row: row(schema, 'Thing', 't', { parts, n: 2, price: 1000 }) });
  const three = list(part('a', 500, 1), part('b', 1500, 2), part('c', null, 3));

  test('aggregates leave empty values out; the sum of nothing is 0, the rest of nothing is empty', () => {
    assert.equal(evaluate(schema, 'sum(parts.amount)', three), 2000);
    assert.equal(evaluate(schema, 'average(parts.amount)', three), 1000);
    assert.equal(evaluate(schema, 'average(parts.count)', list(part('a', 0, 1), part('b', 0, 2))), 150);
    assert.equal(evaluate(schema, 'min(parts.amount)', three), 500);
    assert.equal(evaluate(schema, 'max(parts.count)', three), 3);
    assert.equal(evaluate(schema, 'count(parts)', three), 3);
    assert.equal(evaluate(schema, 'parts.size()', three), 3);
    for (const none of [list(), { row: row(schema, 'Thing', 't') }]) {
      assert.equal(evaluate(schema, 'sum(parts.amount)', none), 0);
      assert.equal(evaluate(schema, 'count(parts)', none), 0);
      assert.equal(evaluate(schema, 'max(parts.amount)', none), null);
      assert.equal(evaluate(schema, 'average(parts.amount)', none), null);
      assert.equal(evaluate(schema, 'parts == null', none), true);
    }
    assert.equal(evaluate(schema, 'sum(parts.amount)', { row: without(three.row, 'parts') }), undefined);
  });

  test('aggregates go over what a filter keeps and what a map makes', () => {
    assert.equal(evaluate(schema, 'sum(parts.filter(p, p.count > 1).amount)', three), 1500);
    assert.equal(evaluate(schema, 'count(parts.filter(p, p.amount > 5 EUR))', three), 1);
    assert.equal(evaluate(schema, 'sum(parts.map(p, p.amount * p.count))', three), 3500);
  });

  test('all and exists are Kleene’s and and or over the list', () => {
    assert.equal(evaluate(schema, 'parts.all(p, p.amount > 1 EUR)', three), undefined);
    assert.equal(evaluate(schema, 'parts.all(p, p.amount > 6 EUR)', three), false);
    assert.equal(evaluate(schema, 'parts.exists(p, p.amount > 6 EUR)', three), true);
    assert.equal(evaluate(schema, 'parts.exists(p, p.amount > 60 EUR)', three), undefined);
    assert.equal(evaluate(schema, 'parts.exists_one(p, p.count == n)', three), true);
    assert.equal(evaluate(schema, 'parts.all(p, p.count >= 1)', three), true);
    assert.equal(evaluate(schema, 'parts.all(p, false)', list()), true);
    assert.equal(evaluate(schema, 'parts.exists(p, true)', list()), false);
  });

  test('an inner local hides an outer one, and both are in scope', () => {
    assert.equal(evaluate(schema, 'parts.exists(p, parts.all(q, p.count >= q.count))', three), true);
    assert.equal(evaluate(schema, 'parts.all(p, parts.exists(q, q.count > p.count))', three), false);
  });
});

test('names of JavaScript are names', () => {
  assert.equal(
    evaluate(schema, 'constructor + this.constructor', { row: row(schema, 'Thing', 't', { constructor: 2 }) }),
    4,
  );
  assert.equal(evaluate(schema, 'this["due date"] == null', { row: row(schema, 'Thing', 't') }), true);
});
