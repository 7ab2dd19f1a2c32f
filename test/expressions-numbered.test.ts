import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../src/cli/diagnose.ts';
import { compile } from '../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../src/expressions/infer/check.ts';
import { parseExpression } from '../src/expressions/syntax/parse.ts';
import { schemaOf } from '../src/model/lookups/schema.ts';
import { readDocument } from '../src/notation/read.ts';
import { isCondition } from '../src/verify/oracle/typing.ts';

const text = (condition: string) => `# Specification: X

## 3. Entities and their fields

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(..80) | yes | title |
| rate | 0 \\| 7 \\| 19 | yes | default 19 |
| count | integer | yes | |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Item | \`${condition}\` | |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| RATES | [0, 7, 19] |
| OTHERS | [0, 8] |
| FULL | 19 |
`;

const problemsOf = (condition: string) =>
  diagnose(text(condition)).diagnostics.flatMap(({ code, element }) =>
    code === 'expression-type' && element === 'rule/V1' ? [code] : [],
  );

/** Of the rates for which it holds. */
function ratesWith(condition: string): string[] {
  const schema = schemaOf(readDocument(text(condition)).model);
  const { tree } = parseExpression(condition);
  assert.ok(tree !== null);
  const { typed } = checkExpression(tree, { schema, entity: 'Item', wants: { t: 'boolean' } });
  assert.ok(typed !== null);
  const evaluate = compile(typed, { zone: 'UTC' });
  const holds = (rate: string) => {
    const row = { entity: 'Item', id: '1', version: 1, values: { rate, count: 7, name: 'x' } };
    return evaluate({ row, old: null, me: null, now: 0, find: () => null }) === true;
  };
  return ['0', '7', '19'].filter(holds);
}

describe('choices that are called by numbers', () => {
  for (const [condition, expected] of [
    ['rate in RATES', ['0', '7', '19']],
    ['rate in [7, 19]', ['7', '19']],
    ['rate == 19', ['19']],
    ['19 == rate', ['19']],
    ['rate != FULL', ['0', '7']],
    ['FULL == rate', ['19']],
    ['rate == 0 or rate == "7"', ['0', '7']],
    ['count in RATES and rate == 7', ['7']],
  ] as const) {
    test(`“${condition}” compares them`, () => {
      assert.deepEqual(problemsOf(condition), []);
      assert.deepEqual(ratesWith(condition), expected);
      const { model } = readDocument(text(condition));
      const tree = model.rules[0]?.condition?.tree;
      assert.ok(tree && isCondition(model, 'Item', tree));
    });
  }

  for (const condition of [
    'rate in OTHERS',
    'rate == 8',
    'rate in [0, 7.5]',
    'rate < 19',
    'rate * 2 == 14',
    'rate == 19 EUR',
  ])
    test(`“${condition}” is wrong still`, () => {
      assert.deepEqual(problemsOf(condition), ['expression-type']);
    });
});
