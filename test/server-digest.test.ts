import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../src/engine/core/digest.ts';
import { hashOfToken } from '../src/server/core/document-hash.ts';
import { nodeDigest } from '../src/server/node/digest.ts';

test("the platform's digest is the one that is worked out where there is none", () => {
  for (const text of ['', 'a', 'é 😀', '\ud800 alone', 'x'.repeat(10_000)]) {
    assert.equal(nodeDigest(text), digest(text));
    assert.equal(hashOfToken(text), digest(text));
  }
});
