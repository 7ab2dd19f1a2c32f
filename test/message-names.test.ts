import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOfRefusal } from '../src/checks/message-names.ts';
import { bracedNames } from '../src/checks/names.ts';
import { STANDARD } from '../src/engine/compiled/standard-errors.ts';

test('what the text of a refusal of ours names in braces, a catalogue may name as well', () => {
  for (const [code, { message, next }] of Object.entries(STANDARD)) {
    const lacking = bracedNames(`${message} ${next}`).filter((name) => !namesOfRefusal(code).includes(name));
    assert.deepEqual(lacking, [], code);
  }
});

test('a code that is none of ours fills in nothing', () => {
  assert.deepEqual(namesOfRefusal('TOO_HEAVY'), []);
  assert.deepEqual(namesOfRefusal('constructor'), []);
});
