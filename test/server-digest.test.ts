import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOfToken, randomToken } from '../src/server/hash.ts';
import { nodeHashOfToken } from '../src/server/node/digest.ts';

test('a token that is hashed by the platform is found under the hash that is made elsewhere', () => {
  for (const token of [randomToken(), '', 'ä €', 'a'.repeat(10_000)])
    assert.equal(nodeHashOfToken(token), hashOfToken(token));
});
