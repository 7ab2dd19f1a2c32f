import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from '../src/engine/compile/compile.ts';
import type { Row, Values } from '../src/fields/text/value.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';
import { tagOf, type World, worldOf } from './engine-world.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** Everybody reads their own notes; the aside of a note hangs on the team of its keeper, and the seal on the clock. */
const TEXT = `# Specification: Notes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | sign-in |
| role | Role | yes | |
| lead | Person | no | |

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text(1..80) | yes | title |
| keeper | Person | yes | |
| aside | text(1..80) | no | |
| seal | text(1..80) | no | |
| opens | date | no | |

## 6. Roles and permissions

- Member: a person who keeps notes

| | Member |
| --- | --- |
| Person: read | yes |
| Note: read | \`keeper == me or keeper.lead == me\` |
| Note.aside: read | \`keeper.lead == me\` |
| Note.seal: read | \`opens <= today\` |
| Note: change | \`keeper == me\` |
`;

const row = (entity: string, id: string, values: Values): Row => ({
  entity,
  id,
  version: 1,
  values: Object.assign(Object.create(null), { id, createdAt: NOW, createdBy: null }, values),
});

const someone = (id: string, lead: string | null) =>
  row('Person', id, { name: id, email: `${id}@example.org`, role: 'Member', lead });
const note = row('Note', 'n', { title: 'One', keeper: 'ana', aside: 'A', seal: 'S', opens: '2026-12-01' });

function world(...people: readonly Row[]): World {
  const { model } = readDocument(TEXT);
  return worldOf(prepare(assume(model), 'document'), NOW, [...people, note]);
}

const turn = (of: World, changed: Row): void => void of.rows.set(changed.id, changed);

test('the tag of a row is another where what may be read of it hangs on another record, or on the day', () => {
  const of = world(someone('ana', 'bob'), someone('bob', null));
  const bob = () => tagOf(of, 'bob', note);
  const open = bob();
  assert.ok(open !== null);
  assert.equal(bob(), open);
  turn(of, someone('ana', null));
  assert.equal(bob(), null, 'the keeper has another lead, so that the note is none of theirs');
  turn(of, someone('ana', 'bob'));
  assert.equal(bob(), open);
  of.now = Date.parse('2026-12-02T10:00:00Z');
  const later = bob();
  assert.ok(later !== null && later !== open, 'the seal may be read by now');
});

test('the tag of a row is that of who reads it, as they are now', () => {
  const of = world(someone('ana', 'ana'), someone('bob', null));
  const ana = () => tagOf(of, 'ana', note);
  const whole = ana();
  assert.ok(whole !== null);
  assert.equal(tagOf(of, 'bob', note), null);
  turn(of, someone('ana', null));
  const less = ana();
  assert.ok(less !== null && less !== whole, 'they lead themselves no longer');
  turn(of, someone('ana', 'ana'));
  assert.equal(ana(), whole);
});
