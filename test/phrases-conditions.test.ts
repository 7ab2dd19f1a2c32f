import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkExpression } from '../src/expressions/infer/check.ts';
import { parseExpression } from '../src/expressions/syntax/parse.ts';
import { schemaOf } from '../src/model/lookups/schema.ts';
import { readCondition } from '../src/notation/liberal/phrases/condition.ts';
import { negated } from '../src/notation/liberal/phrases/predicate.ts';
import { readDocument } from '../src/notation/read.ts';
import { ticketConditions } from './support/phrase-conditions.ts';
import { otherConditions } from './support/phrase-conditions-more.ts';
import { PHRASE_DOCUMENT, phraseLexicon } from './support/phrase-lexicon.ts';

const lexicon = phraseLexicon();
const conditions = { ...ticketConditions, ...otherConditions };

function read(about: string, words: string): string | null {
  const [entity = '', subject] = about.split('.');
  return readCondition(words, { entity, lexicon, ...(subject === undefined ? {} : { subject }) })?.text ?? null;
}

describe('conditions in plain words', () => {
  for (const [about, rows] of Object.entries(conditions)) {
    test(`about ${about} say what they say, and nothing where they may say another thing`, () => {
      for (const [words, expression] of rows) assert.equal(read(about, words), expression, `${about}: ${words}`);
    });
  }

  test('become expressions that the language takes', () => {
    const schema = schemaOf(readDocument(PHRASE_DOCUMENT).model);
    for (const [about, rows] of Object.entries(conditions)) {
      for (const [words, expression] of rows) {
        if (expression === null) continue;
        const { tree } = parseExpression(expression);
        assert.ok(tree, `${words}: ${expression}`);
        const entity = about.split('.')[0] ?? '';
        const { problems } = checkExpression(tree, { schema, entity, wants: { t: 'boolean' } });
        const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
        assert.deepEqual(errors, [], `${words}: ${expression}`);
      }
    }
  });

  test('read the same with other capitals, a full stop and more spaces', () => {
    for (const [about, rows] of Object.entries(conditions)) {
      for (const [words, expression] of rows) {
        if (expression === null) continue;
        assert.equal(read(about, ` ${words.replaceAll(' ', '  ')}. `), expression, words);
      }
    }
  });

  test('say nothing where an entity is not known', () => {
    const told = (ticketConditions['Ticket'] ?? []).flatMap(([words]) => read('Nothing', words) ?? []);
    assert.deepEqual([...new Set(told)], ['me.role == lead']);
  });

  test('of any text whatever never throw, and a long one is none', () => {
    const word = fc.constantFrom(
      ...[
        'the',
        'state',
        'is',
        'not',
        'New',
        'and',
        'or',
        'at most',
        '5',
        'days',
        'after',
        'due at',
        'has',
        'no',
        'lines',
      ],
      ...[
        '(',
        ')',
        '"',
        '&&',
        '||',
        '!',
        '>',
        '[',
        ']',
        ',',
        ';',
        'category',
        "'s",
        'of',
        'between',
        '€',
        '`',
        '\\',
        '%',
        'each',
      ],
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
      fc.string({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(text, (words) => {
        for (const about of ['Ticket', 'Loan', 'Invoice', 'Work entry.Minutes']) {
          const found = read(about, words);
          if (found !== null) assert.ok(parseExpression(found).tree, `${words}: ${found}`);
        }
      }),
      { numRuns: 400 },
    );
    assert.equal(read('Ticket', 'state is New and '.repeat(5000)), null);
  });
});

describe('the opposite of a condition', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a == b', 'a != b'],
    ['a < b + 1', 'a >= b + 1'],
    ['this["x y"] >= 3', 'this["x y"] < 3'],
    ['a in [B, C]', 'a not in [B, C]'],
    ['a', 'not a'],
    ['not a', 'a'],
    ['a == b and c', 'not (a == b and c)'],
    ['a == "x and y"', 'a != "x and y"'],
    ['a == "1 < 2"', 'a != "1 < 2"'],
    ['size(a) > 0', 'size(a) <= 0'],
    ['lines.all(l, l.a > 0)', 'not (lines.all(l, l.a > 0))'],
    ['a == b or c', 'not (a == b or c)'],
  ];
  for (const [condition, opposite] of cases)
    test(`of ${condition} is ${opposite}`, () => assert.equal(negated(condition), opposite));
});
