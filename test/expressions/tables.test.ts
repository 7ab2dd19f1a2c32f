import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../src/expressions/infer/check.ts';
import {
  type ConstantMemo,
  constantProblems,
  constantValue,
  tableProblems,
} from '../../src/expressions/infer/constant.ts';
import { formulasOf } from '../../src/expressions/types/formulas.ts';
import type { Value } from '../../src/fields/text/value.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
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

const schema = desk();

describe('a table of constants', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, Value>>, unknown])[] = [
    ['PRIORITY[impact][urgency]', { impact: 'site', urgency: 'medium' }, 'P2'],
    ['PRIORITY[impact][urgency]', { impact: 'one person', urgency: 'high' }, 'P2'],
    ['PRIORITY[impact][urgency]', { impact: 'company', urgency: 'low' }, 'P2'],
    ['PRIORITY[impact][urgency]', { impact: null, urgency: 'low' }, null],
    ['PRIORITY[impact][urgency] == P1', { impact: 'company', urgency: 'high' }, true],
    ['P1 == PRIORITY[impact][urgency]', { impact: 'company', urgency: 'high' }, true],
    ['PRIORITY[impact][urgency] in [P1, P2]', { impact: 'one person', urgency: 'low' }, false],
    ['fallback == PRIORITY[impact][urgency]', { impact: 'site', urgency: 'low', fallback: 'P3' }, true],
    ['PRIORITY["one person"][urgency]', { urgency: 'low' }, 'P3'],
    ['PRIORITY[impact].low', { impact: 'company' }, 'P2'],
    ['PRICE[priority]', { priority: 'P1' }, 1050],
    ['PRICE[priority] * 2 > 10 EUR', { priority: 'P2' }, false],
    ['PRICE[P3]', {}, 0],
    ['PRICE[PRIORITY[impact][urgency]]', { impact: 'site', urgency: 'high' }, 1050],
    ['GAPS[priority]', { priority: 'P3' }, 3],
    ['GAPS[priority]', { priority: 'P2' }, undefined],
    ['GAPS[priority] == 1', { priority: 'P2' }, undefined],
    ['GAPS[priority] != 1', { priority: 'P2' }, undefined],
    ['GAPS[priority] == null', { priority: null }, true],
    ['GAPS[priority] > 0', { priority: null }, undefined],
    ['TARGET[priority]', { priority: 'P3' }, { months: 0, days: 3, ms: 0 }],
  ];
  for (const [text, values, expected] of cases) {
    test(`${text} over ${JSON.stringify(values)} comes to ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(valueOver(schema, 'Ticket', text, values), expected);
    });
  }

  test('it fills a field that is a choice of the same names', () => {
    const priority = schema.entities.get('Ticket')?.attributes.get('fallback');
    assert.ok(priority?.type.kind === 'choice');
    const wants = { t: 'choice', of: priority.id, options: priority.type.options } as const;
    assert.equal(typedOver(schema, 'Ticket', 'PRIORITY[impact][urgency]', wants).type, wants);
  });

  test('a row, a column or a value is asked of a database case by case', () => {
    const relation = relationOver(schema, 'Ticket', 'PRIORITY[impact][urgency] == P2');
    const prices = relationOver(schema, 'Ticket', 'PRICE[priority] >= 5 EUR');
    const empty = relationOver(schema, 'Ticket', 'PRIORITY[impact][urgency] == null');
    for (const impact of [null, 'one person', 'site', 'company'])
      for (const urgency of [null, 'low', 'medium', 'high'])
        for (const priority of [null, 'P1', 'P2', 'P3']) {
          const at = scope({ row: row(schema, 'Ticket', 'it', { impact, urgency, priority }) });
          const rows = new Map([[null, at.row ?? row(schema, 'Ticket', 'it')]]);
          for (const [asked, text] of [
            [relation, 'PRIORITY[impact][urgency] == P2'],
            [prices, 'PRICE[priority] >= 5 EUR'],
            [empty, 'PRIORITY[impact][urgency] == null'],
          ] as const)
            assert.equal(answer(asked, at, rows), compile(typedOver(schema, 'Ticket', text), { zone: ZONE })(at), text);
        }
    assert.equal(isAnswerable(relationOver(schema, 'Ticket', 'GAPS[priority] == 1')), false);
  });

  const wrong: readonly (readonly [string, string, RegExp, RegExp])[] = [
    ['SHORT[priority] > 0', 'priority', /SHORT has no row for P3/, /Add a row/],
    ['PRIORITY[urgency][impact] == P1', 'urgency', /no row for low, medium, high/, /other way round/],
    ['PRIORITY[impact] == P1', 'PRIORITY[impact]', /two values/, /row and a column/],
    ['PRICE[impact][urgency] > 0', 'PRICE[impact][urgency]', /one value/, /one value/],
    ['TARGET[P9] > 1 working hour', 'P9', /no "P9" in the table/, /P1\?/],
    ['TARGET[wanted] > 1 working hour', 'wanted', /looked up by a choice/, /choice/],
    ['TARGET > 1 hour', 'TARGET', /is a table/, /TARGET\[…\]/],
    ['PRICE[priority] > 5', 'PRICE[priority] > 5', /amount in EUR/, /unit/],
    ['subject[0] == "a"', '0', /Brackets take the name of a field/, /between quotes/],
  ];
  for (const [text, part, message, next] of wrong) {
    test(`${text} is reported`, () => {
      const [problem] = problemsOver(schema, 'Ticket', text);
      assert.ok(problem);
      assert.equal(text.slice(problem.from, problem.to), part);
      assert.match(problem.message, message);
      assert.match(problem.next, next);
    });
  }

  test('cells that do not fit together, or change with time, are reported in the table', () => {
    const said = tableProblems(schema, 'MIXED').map(({ formula, problems }) => [
      formula.text,
      ...problems.map(({ message }) => message),
    ]);
    assert.equal(said.length, 2);
    assert.ok(said.some(([text, message]) => text === 'today' && /change with time/.test(message ?? '')));
    assert.ok(said.some(([text, message]) => text === '2 days' && /first value of MIXED/.test(message ?? '')));
    assert.equal(valueOver(schema, 'Ticket', 'MIXED[priority] == 1', { priority: 'P1' }), undefined);
    for (const name of ['PRIORITY', 'TARGET', 'PRICE', 'GAPS']) assert.deepEqual(tableProblems(schema, name), [], name);
  });

  test('people read what is looked up', () => {
    assert.equal(wordsOver(schema, 'Ticket', 'PRICE[priority] > 0'), 'the PRICE for priority is more than 0');
  });
});

describe('constants that are lists', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, Value>>, unknown])[] = [
    ['rate in TAX_RATES', { rate: 7 }, true],
    ['rate in TAX_RATES', { rate: 8 }, false],
    ['rate in TAX_RATES', { rate: null }, undefined],
    ['spent in TAX_RATES', { spent: 700 }, true],
    ['spent in SHARES', { spent: 50 }, true],
    ['rate in SHARES', { rate: 1 }, true],
    ['priority in URGENT', { priority: 'P2' }, true],
    ['priority not in URGENT', { priority: 'P3' }, true],
    ['fallback in URGENT', { fallback: 'P1' }, true],
    ['status in OPEN_STATES', { status: 'Taken' }, true],
    ['status == START', { status: 'New' }, true],
    ['START == status', { status: 'Closed' }, false],
    ['subject in WORDS', { subject: 'red' }, true],
    ['count(TAX_RATES)', {}, 3],
    ['sum(TAX_RATES)', {}, 26],
    ['TAX_RATES.contains(rate)', { rate: 19 }, true],
  ];
  for (const [text, values, expected] of cases) {
    test(`${text} over ${JSON.stringify(values)} is ${expected}`, () => {
      assert.equal(valueOver(schema, 'Ticket', text, values), expected);
    });
  }

  test('names that are choices of nothing are reported, and what stands on them is unknown', () => {
    assert.match(constantProblems(schema, 'NOBODY')[0]?.message ?? '', /no "Nothing"/);
    assert.equal(valueOver(schema, 'Ticket', 'subject in NOBODY', { subject: 'Nothing' }), undefined);
    for (const name of ['TAX_RATES', 'URGENT', 'OPEN_STATES', 'START', 'WORDS', 'ANSWER', 'PAY_URL'])
      assert.deepEqual(constantProblems(schema, name), [], name);
  });

  test('no formula of point 9 is called wrong for the choices in it', () => {
    const stated = formulasOf(schema).filter(({ point, element }) => point === 9 && !/NOBODY|MIXED/.test(element));
    assert.ok(stated.length > 20);
    for (const { formula, wants } of stated) {
      assert.ok(formula.tree);
      assert.deepEqual(checkExpression(formula.tree, { schema, entity: null, wants }).problems, [], formula.text);
    }
  });

  test('what comes from the environment is unknown, its default too', () => {
    assert.equal(constantValue(schema, 'PAY_URL'), null);
    assert.equal(valueOver(schema, 'Ticket', 'subject == PAY_URL', { subject: 'https://pay.example' }), undefined);
  });
});

describe('constants that stand on one another', () => {
  const of = (lines: readonly string[]) =>
    schemaOf(
      readDocument(
        `# Specification: C\n\n## 9. Business constants and limits\n\n| Name | Value |\n| --- | --- |\n${lines.map((line) => `| ${line} |`).join('\n')}\n`,
      ).model,
    );
  const chain = (length: number) =>
    of(Array.from({ length }, (_, index) => `C${index} | ${index === length - 1 ? '1' : `\`C${index + 1} + 1\``}`));

  test('a chain of 32 is worked out, and one of more is an error of its own where it becomes too long', () => {
    const long = chain(40);
    assert.equal(constantValue(long, 'C8')?.value, 32);
    assert.equal(constantValue(long, 'C7'), null);
    assert.match(constantProblems(long, 'C7')[0]?.message ?? '', /C7 stands on a chain of more than 32 others/);
    assert.deepEqual(constantProblems(long, 'C8'), []);
    assert.deepEqual(constantProblems(long, 'C6'), [], 'it is reported once');
    assert.equal(constantValue(long, 'C6'), null);
  });

  test('each of those that stand on themselves is reported, whichever is looked up first', () => {
    const ring = of(['A | `B + 1`', 'B | `C + 1`', 'C | `A + 1`', 'D | `A + 1`', 'E | `E + 1`', 'F | 2']);
    for (const order of [
      ['A', 'B', 'C', 'D', 'E', 'F'],
      ['F', 'E', 'D', 'C', 'B', 'A'],
    ]) {
      const memo: ConstantMemo = new Map();
      const said = new Map(
        order.map((name) => [name, constantProblems(ring, name, memo).map(({ message }) => message)]),
      );
      for (const name of ['A', 'B', 'C', 'E'])
        assert.deepEqual(said.get(name), [`The constant ${name} stands on itself.`]);
      for (const name of ['D', 'F']) assert.deepEqual(said.get(name), []);
    }
    assert.equal(constantValue(ring, 'D'), null);
    assert.equal(constantValue(ring, 'F')?.value, 2);
  });

  test('a long chain does not run out of stack', () => {
    const long = chain(3000);
    assert.match(constantProblems(long, `C${3000 - 33}`)[0]?.message ?? '', /more than 32/);
    assert.equal(constantValue(long, 'C0'), null);
    assert.equal(constantValue(long, 'C2999')?.value, 1);
  });
});
