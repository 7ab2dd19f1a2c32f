import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patternOf } from '../../src/fields/text/pattern.ts';

test('patterns with lookaround, references to groups or too many repetitions are refused', () => {
  for (const source of [
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    'a{,3}',
    '([a-z]{1,50}){1,50}',
    '(',
    'a'.repeat(301),
  ])
    assert.equal(patternOf(source), null, source);
});

test('other patterns are accepted and match the whole value', () => {
  for (const source of ['[A-Z]{2}-\\d{6}', '(ab)+', 'a+b+', '(?:[(*]|x)+', '(a{2,3})+', '(a+)+', '(?i)abc', '\\{,x'])
    assert.ok(patternOf(source) !== null, source);
  assert.equal(patternOf('a|b')?.whole('ab'), false);
});
