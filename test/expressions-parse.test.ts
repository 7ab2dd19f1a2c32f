import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { grammarFile } from '../scripts/grammar.ts';
import { MAX_DEPTH, MAX_LENGTH, parseBody, parseExpression } from '../src/expressions/syntax/parse.ts';
import { printExpression } from '../src/expressions/syntax/print.ts';

/** Written so, printed so: what the canonical form makes of it. */
const READINGS: readonly (readonly [string, string])[] = [
  ['total <= LIMIT || receipt != null', 'total <= LIMIT or receipt != null'],
  ['a && !b', 'a and not b'],
  ['not a == b and c', 'not (a == b) and c'],
  ['!a == b', '(not a) == b'],
  ['a or b and c', 'a or b and c'],
  ['(a or b) and c', '(a or b) and c'],
  ['a not in [x, y]', 'a not in [x, y]'],
  ['not (a in xs)', 'a not in xs'],
  ['a == not b', 'a == (not b)'],
  ['a - (b - c) - d', 'a - (b - c) - d'],
  ['2 * (a + b) % 3', '2 * (a + b) % 3'],
  ['-a.b + -3 days', '-a.b + -3 days'],
  ['- -a', '--a'],
  ['25EUR > 1.50', '25 EUR > 1.50'],
  ['a ? b : c ? d : e', 'a ? b : c ? d : e'],
  ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
  ['a ? b : c or d', 'a ? b : c or d'],
  ["this['due date'].x", 'this["due date"].x'],
  ['this["in"].and.null', 'this.in.and.null'],
  ['\'it\\\'s\' + "a\\"b\\n\\u00e9"', '"it\'s" + "a\\"b\\né"'],
  ['lines.all( l , l.amount>0 )', 'lines.all(l, l.amount > 0)'],
  ['f() == [ ]', 'f() == []'],
  ['größe + 名前 + 🙂', 'größe + 名前 + 🙂'],
  ['a\n  and\tb', 'a and b'],
];

/** A slip, where it is reported, what is said and what to do. */
const SLIPS: readonly (readonly [string, string, RegExp, RegExp])[] = [
  ['a = b', '=', /does not compare/, /"=="/],
  ['a <> b', '<>', /not read/, /"!="/],
  ['a ≤ b', '≤', /not read/, /"<="/],
  ['a => b', '=>', /not read/, /">="/],
  ['a × b', '×', /not read/, /"\*"/],
  ['(a', '(', /never closed/, /"\)"/],
  ['f(a, [b)', ')', /"\[" is closed by "\)"/, /"\]"/],
  ['a)', ')', /closes nothing/, /Leave it out/],
  ["a == 'b", "'b", /never closed/, /closing/],
  ['25 €', '€', /no meaning/, /25 EUR/],
  ['a == “b”', '“', /no meaning/, /straight quotes/],
  ['a & b', '&', /no meaning/, /"and"/],
  ['a AND b', 'AND', /not read/, /small letters/],
  ['a is Draft', 'is', /not read here/, /"== null"/],
  ['a is not Draft', 'is', /not read here/, /"== null"/],
  ['due date', 'due date', /operator is missing/, /this\["due date"\]/],
  ['hours * room.base hourly rate and x', 'base hourly', /operator is missing/, /written room\["base hourly rate"\]\./],
  ['a.b.due date', 'due date', /operator is missing/, /written a\.b\["due date"\]\./],
  ['a and', 'and', /missing after "and"/, /or leave it out/],
  ['a and or b', 'and or', /missing between/, /Write a field/],
  ['== b', '==', /can't start/, /Start with/],
  ['1,000', ',', /comma/, /without a separator/],
  ['5 %', '%', /missing after "%"/, /or leave it out/],
  ['a.', '.', /missing after "\."/, /./],
  ['{a: 1}', '{a: 1}', /only in the body of a call/, /one condition/],
];

describe('reading expressions', () => {
  for (const [written, printed] of READINGS) {
    test(`${JSON.stringify(written)} is ${printed}`, () => {
      const { tree, problems } = parseExpression(written);
      assert.deepEqual(problems, []);
      assert.ok(tree);
      assert.equal(printExpression(tree), printed);
      const again = parseExpression(printed).tree;
      assert.ok(again);
      assert.equal(printExpression(again), printed);
    });
  }

  test('places are offsets in the text', () => {
    const { tree } = parseExpression('a  ==  (b.c)');
    assert.deepEqual(tree, {
      op: 'binary',
      operator: '==',
      left: { op: 'name', name: 'a', from: 0, to: 1 },
      right: { op: 'member', of: { op: 'name', name: 'b', from: 8, to: 9 }, name: 'c', from: 8, to: 11 },
      from: 0,
      to: 12,
    });
  });

  test('digits stay as written', () => {
    assert.deepEqual(parseExpression('0.10 EUR').tree, { op: 'number', digits: '0.10', unit: 'EUR', from: 0, to: 8 });
  });
});

describe('slips in expressions', () => {
  for (const [text, where, message, next] of SLIPS) {
    test(`${JSON.stringify(text)} says what is wrong and what to do`, () => {
      const { tree, problems } = parseExpression(text);
      assert.equal(tree, null);
      const [problem] = problems;
      assert.ok(problem);
      assert.equal(text.slice(problem.from, problem.to), where);
      assert.match(problem.message, message);
      assert.match(problem.next, next);
    });
  }

  test('a slip that has one mend carries it, and several slips are told at once', () => {
    const text = 'a = b and c ≤ 3';
    const { problems } = parseExpression(text);
    assert.deepEqual(
      problems.map(({ from, to, fix }) => [text.slice(from, to), fix]),
      [
        ['=', '=='],
        ['≤', '<='],
      ],
    );
  });

  test('nothing at all is a problem too', () => {
    for (const text of ['', '  ', '\n'])
      assert.match(parseExpression(text).problems[0]?.message ?? '', /no expression/);
  });
});

describe('deep and long expressions', () => {
  const units = [
    '(',
    '[',
    'f(',
    '{a:',
    '-',
    'not ',
    '!',
    'a.',
    'a.b(',
    '1+',
    'a and ',
    'a?b:',
    'a == ',
    "'",
    'a b ',
    '≤',
    '\\',
    '1,',
  ];
  for (const unit of units) {
    test(`100 kB and ${MAX_LENGTH / 1000} kB of ${JSON.stringify(unit)} are refused and nothing overflows`, () => {
      for (const length of [100_000, MAX_LENGTH]) {
        const open = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        for (const text of [open, `${open.slice(0, -1)}a`]) {
          const { tree, problems } = parseExpression(text);
          assert.equal(tree, null);
          assert.ok(problems.length > 0 && problems.length <= 10);
          assert.equal(parseBody(text).body, null);
        }
      }
    });
  }

  test(`what nests ${MAX_DEPTH} deep is read, and one more is told`, () => {
    const nested = (depth: number) => `${'-'.repeat(depth - 1)}a`;
    assert.ok(parseExpression(nested(MAX_DEPTH)).tree);
    assert.match(parseExpression(nested(MAX_DEPTH + 1)).problems[0]?.message ?? '', /levels deep/);
  });

  test('a long list is no nesting', () => {
    const { tree } = parseExpression(`x in [${'1, '.repeat(2000)}2]`);
    assert.ok(tree);
  });
});

describe('bodies of outside calls', () => {
  test('keys may be quoted or plain, and shapes may nest', () => {
    const { body, problems } = parseBody('{ "to": owner.email, cents: cents(total), more: { id: id } }');
    assert.deepEqual(problems, []);
    assert.deepEqual(body !== null && 'entries' in body && body.entries.map(({ key }) => key), ['to', 'cents', 'more']);
    const nested = body !== null && 'entries' in body ? body.entries[2]?.value : null;
    assert.ok(nested && 'entries' in nested);
  });

  test('bodies may stand in brackets, at the top and under a name', () => {
    for (const text of [
      '[{ "to": owner }]',
      '{ "all": [{ "to": owner }, { "to": boss }] }',
      '{ "all": [owner, boss] }',
    ])
      assert.deepEqual(parseBody(text).problems, [], text);
    assert.match(parseBody('{ "all": [{ "to": owner }, boss] }').problems[0]?.message ?? '', /Braces/);
  });

  test('a value alone is no body', () => {
    assert.match(parseBody('owner.email').problems[0]?.message ?? '', /not a body/);
  });
});

test('the generated parser is fresh (npm run grammar writes it)', () => {
  const { path, text } = grammarFile();
  assert.equal(readFileSync(path, 'utf8'), text);
});
