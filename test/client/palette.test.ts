import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf, fitting } from '../../src/client/palette/match-commands.ts';

test('what begins as it was typed comes first, then what has the words anywhere', () => {
  const names = ['Disapproved', 'To approve', 'Approve', 'Reject', 'Approvals of my team'];
  assert.deepEqual(
    fitting(names, (name) => name, 'appr'),
    ['Approve', 'Approvals of my team', 'To approve', 'Disapproved'],
  );
  assert.deepEqual(
    fitting(names, (name) => name, 'team appr'),
    ['Approvals of my team'],
  );
  assert.deepEqual(
    fitting(names, (name) => name, '  '),
    names,
  );
});

test('case, accents and signs between words make no difference', () => {
  assert.notEqual(fitOf('Über-Stunden buchen', 'über stun'), null);
  assert.notEqual(fitOf('Über-Stunden buchen', 'BUCHEN'), null);
  assert.equal(fitOf('Über-Stunden buchen', 'stundem'), null);
});
