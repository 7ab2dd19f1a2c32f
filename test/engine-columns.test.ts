import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from '../src/engine/compile/compile.ts';
import { viewOf } from '../src/engine/view/view.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';
import { TEAMS } from './support/teams.ts';

test('a table that states no fields has a column for each but those that hold lines, or a page of text', () => {
  const { model } = readDocument(
    TEAMS.replace('| size | integer |', '| about | long text | no | |\n| size | integer |'),
  );
  const app = prepare(assume(model), 'a version');
  const view = viewOf(app, new Set(['Lead']), { dev: false, person: null });
  const columns = view.screens.find(({ route }) => route === '/projects')?.fields;
  assert.deepEqual(
    columns?.filter((name) => name !== 'status'),
    ['title', 'members', 'reviewers', 'urgent', 'topics', 'papers', 'size', 'strength'],
  );
});

test('lines that hold lines of their own kind come to an end', () => {
  const { model } = readDocument(
    TEAMS.replace('| by | set of Person | no | on delete: clear |', '| within | list of Part | no | |'),
  );
  const app = prepare(assume(model), 'a version');
  assert.deepEqual([...(app.entities.get('Part')?.telling.keys() ?? [])], []);
  const telling = prepare(assume(readDocument(TEAMS).model), 'a version').entities;
  assert.deepEqual([...(telling.get('Project')?.telling.keys() ?? [])], ['members', 'reviewers', 'topics', 'parts']);
});
