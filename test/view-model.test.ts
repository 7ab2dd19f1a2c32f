import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewOf } from '../src/engine/view.ts';
import { rooms } from './engine-rooms.ts';
import { person } from './engine-world.ts';

test('a browser is given the rules of what its person can write, and of nothing that they only read', () => {
  const world = rooms((text) => text.replace('`seats > 0 or nothing == 1`', '`seats > 0`'));
  const rulesOf = (name: string) =>
    viewOf(world.app, person(world, name).roles, { dev: false, person: null }).model.rules.map((rule) => rule.name);
  assert.deepEqual(
    rulesOf('Kim').filter((name) => name === 'V5'),
    ['V5'],
    'who keeps rooms writes them',
  );
  assert.ok(rulesOf('Gus').includes('V1'), 'who visits books them');
  assert.ok(!rulesOf('Gus').includes('V5'), 'and only reads them');
});
