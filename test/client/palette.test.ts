import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestMatches, matchScore } from '../../src/client/palette/match-commands.ts';

test('names that begin with the text come first, then those that contain it', () => {
  const names = ['Disapproved', 'To approve', 'Approve', 'Reject', 'Approvals of my team'];
  assert.deepEqual(
    bestMatches(names, (name) => name, 'appr'),
    ['Approve', 'Approvals of my team', 'To approve', 'Disapproved'],
  );
  assert.deepEqual(
    bestMatches(names, (name) => name, 'team appr'),
    ['Approvals of my team'],
  );
  assert.deepEqual(
    bestMatches(names, (name) => name, '  '),
    names,
  );
});

test('case, accents and punctuation are ignored', () => {
  assert.notEqual(matchScore('Über-Stunden buchen', 'über stun'), null);
  assert.notEqual(matchScore('Über-Stunden buchen', 'BUCHEN'), null);
  assert.equal(matchScore('Über-Stunden buchen', 'stundem'), null);
});
