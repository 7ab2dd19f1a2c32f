import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { functionNamed, functions } from '../../src/expressions/functions/functions.ts';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import { printExpression } from '../../src/expressions/syntax/print.ts';
import { patternOf } from '../../src/fields/text/pattern.ts';
import type { Value } from '../../src/fields/text/value.ts';
import { NOW, row } from '../support/expressions/expressions.ts';
import {
  desk,
  problemsOver,
  relationOver,
  typedOver,
  valueOver,
  wordsOver,
} from '../support/expressions/expressions-desk.ts';
import { isAnswerable } from '../support/expressions/relations.ts';

const schema = desk();
const ana = row(schema, 'Member', 'ana');
const MINUTE = 60_000;
const length = (ms: number, days = 0, months = 0): Value => ({ months, days, ms });

describe('functions and words', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, Value>>, unknown])[] = [
    ['length(title)', { title: 'a🙂b' }, 3],
    ['title.length()', { title: 'abc' }, 3],
    ['length(tags)', { tags: ['a', 'b'] }, 2],
    ['title.matches("^[A-Z]{2}-[0-9]+$")', { title: 'AB-12' }, true],
    ['title.matches("[0-9]")', { title: 'AB-12' }, true],
    ['title.matches("^[0-9]")', { title: 'AB-12' }, false],
    ['matches(title, "x")', { title: null }, undefined],
    ['slug(title)', { title: ' Größe & Maß, Çok iyi! ' }, 'grosse-mass-cok-iyi'],
    ['slug(title)', { title: '!!!' }, null],
    ['"R-" + text(length(tags), 3)', { tags: ['a', 'b'] }, 'R-002'],
    ['text(0 - length(tags), 2)', { tags: ['a'] }, '-01'],
    ['text(length(title), 1)', { title: 'abcdefghijkl' }, '12'],
    ['text(length(title))', { title: null }, undefined],
    ['lower(title) + upper(title)', { title: 'aB' }, 'abAB'],
    ['hours(to - from)', { from: 0, to: 90 * MINUTE }, 150],
    ['minutes(to - from) == 90', { from: 0, to: 90 * MINUTE }, true],
    ['days(last - first)', { first: '2026-02-27', last: '2026-03-02' }, 300],
    ['hours(taken) > 1.5', { taken: length(91 * MINUTE) }, true],
    ['seconds(taken)', { taken: length(1500) }, 150],
    ['hours(taken)', { taken: length(0, 0, 1) }, undefined],
    ['daysBetween(from, to)', { from: Date.parse('2026-07-15T21:59:00Z'), to: Date.parse('2026-07-15T22:01:00Z') }, 1],
    ['daysBetween(first, today)', { first: '2026-07-10' }, 5],
    ['floor(cost / 2 EUR)', { cost: 399 }, 1],
    ['ceil(cost / 2 EUR)', { cost: 401 }, 3],
    ['floor(-cost / 1)', { cost: 150 }, -2],
    ['ceil(cost) == 2 EUR', { cost: 150 }, true],
    ['floor(cost / 0)', { cost: 150 }, undefined],
    ['abs(0 EUR - cost)', { cost: 150 }, 150],
    ['isEmpty(title)', { title: null }, true],
    ['title is empty', { title: 'x' }, false],
    ['title is not empty', { title: 'x' }, true],
    ['title is set', { title: null }, false],
    ['title is not set and cost is null', { title: null, cost: null }, true],
    ['first between "2026-07-01" and "2026-07-31"', { first: '2026-07-31' }, true],
    ['first not between "2026-07-01" and "2026-07-31" and true', { first: '2026-08-01' }, true],
    ['cost between 1 EUR and 2 EUR or title is set', { cost: 300, title: 'x' }, true],
    ['overlaps(first, last, "2026-07-05", "2026-07-09")', { first: '2026-07-09', last: '2026-07-12' }, true],
    ['overlaps(first, last, "2026-07-05", "2026-07-08")', { first: '2026-07-09', last: '2026-07-12' }, false],
    ['overlaps(opens, closes, "09:00", "12:00")', { opens: '12:00', closes: '13:00' }, false],
    ['overlaps(opens, closes, "09:00", "12:01")', { opens: '12:00', closes: '13:00' }, true],
    ['overlaps(first, last, today, today)', { first: '2026-07-09', last: null }, undefined],
    ['tags.contains("a")', { tags: ['a', 'b'] }, true],
    ['"c" in tags', { tags: ['a', 'b'] }, false],
    ['tags.exists(t, t.startsWith("b"))', { tags: ['a', 'b'] }, true],
    ['tags is empty', { tags: null }, true],
    ['title.contains("B")', { title: 'abc' }, false],
    ['me in watchers', { watchers: ['ana', 'bob'] }, true],
    ['me in watchers', { watchers: ['bob'] }, false],
    ['watchers.contains(booker)', { watchers: ['bob'], booker: 'bob' }, true],
    ['count(watchers) == 2', { watchers: ['ana', 'bob'] }, true],
    ['watchers.exists(w, w.name == "Bob")', { watchers: ['ana', 'bob'] }, true],
    ['watchers.all(w, w.name == "Bob")', { watchers: ['ana', 'bob'] }, false],
    ['exists(watchers where name == "Bob")', { watchers: ['bob'] }, true],
    ['Monday in days', { days: ['Monday', 'Sunday'] }, true],
    ['days.contains(Tuesday)', { days: ['Monday'] }, false],
    ['days.exists(d, d == Sunday)', { days: ['Sunday'] }, true],
    ['opens < "09:30"', { opens: '09:00' }, true],
    ['opens == "9:30"', { opens: '09:30' }, true],
    ['opens < closes', { opens: '09:30', closes: '09:30' }, false],
    ['time(from) >= "10:00"', { from: NOW }, true],
    ['time(now) in ["10:00", opens]', {}, true],
    ['min(opens, time("08:00"))', { opens: '09:30' }, '08:00'],
    ['number == "B-0001" and number.startsWith("B")', { number: 'B-0001' }, true],
    ['taken <= 2 h and taken > 30 min', { taken: length(60 * MINUTE) }, true],
    ['taken == workingTime(from, to)', { taken: length(0), from: NOW, to: NOW }, true],
    ['sum(parts.amount) is not empty', { parts: [] }, true],
  ];
  const find = (_: string, id: string) => row(schema, 'Member', id, { name: id === 'bob' ? 'Bob' : 'Ana' });
  for (const [text, values, expected] of cases) {
    test(`${text} over ${JSON.stringify(values)} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(valueOver(schema, 'Booking', text, values, { me: ana, find }), expected);
    });
  }

  const wrong: readonly (readonly [string, RegExp, RegExp])[] = [
    ['title.matches("(a)\\\\1")', /references to groups are not supported \(at character 4\)/, /matches/],
    ['title.matches("a(?=b)")', /lookahead and lookbehind are not supported \(at character 2\)/, /matches/],
    ['title.matches("(a{50}){50}")', /at most 1,000 in all/, /matches/],
    ['title.matches("[a")', /missing closing \] \(at character 1\)/, /matches/],
    ['title.matches(title)', /written out/, /matches/],
    ['cost.matches("a")', /needs a text/, /matches/],
    ['overlaps(first, last, today)', /takes 4 values/, /this\.from/],
    ['overlaps(title, title, title, title)', /needs dates/, /overlaps/],
    ['overlaps(first, last, from, to)', /can't be compared/, /./],
    ['opens < "25:00"', /not a time of day/, /09:30/],
    ['opens < 9', /can't be compared/, /same type/],
    ['hours(title) > 1', /needs a length of time/, /hours/],
    ['firstFree(title) > 1', /needs a field of whole numbers/, /firstFree/],
    ['status is Open', /not read here/, /==/],
    ['days == Monday', /can't be compared/, /./],
    ['first between today', /missing after/, /./],
  ];
  for (const [text, message, next] of wrong) {
    test(`${text} is reported`, () => {
      const problem = problemsOver(schema, 'Booking', text).find(({ severity }) => severity === 'error');
      assert.ok(problem);
      assert.match(problem.message, message);
      assert.match(problem.next, next);
    });
  }

  test('a name stands for one function, and each has an example that fits', () => {
    const names = functions.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.equal(functionNamed('length'), functionNamed('size'));
    assert.equal(functionNamed('constructor'), null);
    for (const { example } of functions) assert.deepEqual(parseExpression(example).problems, [], example);
  });

  test('a time, a set of choices and many records can be asked of a database, a length of time can’t', () => {
    for (const text of [
      'opens < "09:30"',
      'me in watchers',
      'watchers is empty',
      'watchers.exists(w, w.name == "Bob")',
      'count(watchers) > 1',
      '"Bob" in watchers.name',
      'Monday in days',
      '"a" in tags',
      'overlaps(first, last, today, today)',
    ])
      assert.ok(isAnswerable(relationOver(schema, 'Booking', text)), text);
    for (const text of ['taken > 2 h', 'title.matches("a")'])
      assert.equal(isAnswerable(relationOver(schema, 'Booking', text)), false, text);
  });

  test('people read times and lengths in words', () => {
    assert.equal(wordsOver(schema, 'Booking', 'opens <= "09:30"'), 'opens is 09:30 or earlier');
    assert.equal(wordsOver(schema, 'Booking', 'hours(to - from) > 2'), 'to minus from in hours is more than 2');
  });
});

describe('groups of states', () => {
  const holds = (text: string, status: string) => valueOver(schema, 'Ticket', text, { status });

  test('a group stands for its states', () => {
    assert.deepEqual(
      ['New', 'Taken', 'Paused', 'Closed'].map((status) => holds('status in Running', status)),
      [false, true, true, false],
    );
    assert.equal(holds('status not in Running', 'New'), true);
    assert.equal(holds('status in [New, Running]', 'New'), true);
    assert.equal(holds('status in [New, Running]', 'Paused'), true);
    assert.equal(holds('status in Status.Running', 'Paused'), true);
    assert.equal(holds('old.status in Running or this.status in Running', 'Taken'), true);
  });

  test('the group of another machine is unknown here', () => {
    assert.match(problemsOver(schema, 'Booking', 'status in Running')[0]?.message ?? '', /no "Running"/);
    assert.equal(problemsOver(schema, 'Ticket', 'status in Runing')[0]?.fix, 'Running');
    assert.match(problemsOver(schema, 'Ticket', 'status == Running')[0]?.next ?? '', /"in"/);
  });

  test('a record elsewhere, and one in a query, has them too', () => {
    assert.ok(typedOver(schema, 'Booking', 'none(Ticket where booking == this and status in Running)'));
    assert.equal(wordsOver(schema, 'Ticket', 'status in Running'), 'status is Taken or Paused');
  });
});

describe('new ways of writing', () => {
  const printed: readonly (readonly [string, string])[] = [
    ['due is set', 'due != null'],
    ['not (due is empty)', 'not (due == null)'],
    ['a + b is not empty', 'a + b != null'],
    ['x between 1 and 9 and y', 'x >= 1 and x <= 9 and y'],
    ['x not between 1 and 9', 'not (x >= 1 and x <= 9)'],
    ['T[ a ][ b ].c', 'T[a][b].c'],
    ['T["a b"]', 'T["a b"]'],
    ['5  working\tdays', '5 working days'],
    ['count( L where a or b )', 'count(L where a or b)'],
    ['sum(L.a.b where a ? b : c)', 'sum(L.a.b where a ? b : c)'],
    ['f(a where where, set, empty)', 'f(a where where, set, empty)'],
    ['is is set and where is empty', 'is != null and where == null'],
  ];
  for (const [text, expected] of printed) {
    test(`${text} is printed as ${expected}`, () => {
      const { tree, problems } = parseExpression(text);
      assert.ok(tree, problems[0]?.message);
      assert.equal(printExpression(tree), expected);
      const again = parseExpression(expected).tree;
      assert.ok(again);
      assert.equal(printExpression(again), expected);
    });
  }

  test('a chain of "between" does not grow beyond bounds', () => {
    const text = `${'x'}${' between 1 and 2'.repeat(8)}`;
    assert.match(parseExpression(text).problems[0]?.message ?? '', /too long before "between"/);
  });
});

describe('regular expressions', () => {
  const patterns = [
    'a*',
    '(a|b)*abb',
    '^a+$',
    'a{2,3}b',
    '(?:ab)+?c',
    '[^a-c]x',
    '\\d+\\.\\d{2}',
    '^(a*)*$',
    '(a+)+b',
    '\\bfoo\\b',
    '.\\s.',
    '[\\w-]+@[a-z]+',
    '^$',
    'a|',
    '(a?){5}b',
    '\\u0061',
    '[🙂a]',
    '\\p{Lu}\\P{Lu}',
    '(?<year>[0-9]{4})-',
    '^[A-Z]{2}\\d{4}$',
    'x{0}y',
    'a$|b',
    '[\\]a]',
    '\\/\\.',
  ];
  const texts = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'x', 'A', '1', '.', ' ', '-', '\n', '🙂', ']', '/'),
      maxLength: 12,
    }),
    fc.constantFrom('foo bar', 'xfoo', '2026-01', '3.50', 'me@home', 'ababc', 'aabb', 'AB1234', ''),
  );
  for (const source of patterns) {
    test(`/${source}/ finds what JavaScript finds`, () => {
      const pattern = patternOf(source);
      assert.ok(pattern !== null);
      const native = new RegExp(source, 'u');
      fc.assert(
        fc.property(texts, (text) => assert.equal(pattern.part(text), native.test(text), JSON.stringify(text))),
        { numRuns: 200 },
      );
    });
  }

  test('a pattern that takes JavaScript for ever takes a moment', () => {
    for (const source of ['(a+)+', '(\\w{1,30}[-. ]?){1,20}', '(a{0,30}){0,30}b', '(a|a)*', '(\\w|\\d)+!'])
      assert.equal(patternOf(source)?.whole(`${'a'.repeat(3000)}?`), false, source);
  });
});
